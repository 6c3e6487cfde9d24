const browsers: readonly [RegExp, string][] = [
  [/Zalo/u, 'Zalo'],
  [/FBAN|FBAV/u, 'Facebook'],
  [/coc_coc_browser/u, 'Cốc Cốc'],
  [/EdgA?\//u, 'Edge'],
  [/OPR\//u, 'Opera'],
  [/SamsungBrowser\//u, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//u, 'Firefox'],
  [/Chrome\/|CriOS\//u, 'Chrome'],
  [/Safari\//u, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/Android/u, 'Android'],
  [/iPhone|iPad|iPod/u, 'iOS'],
  [/Windows/u, 'Windows'],
  [/Mac OS X/u, 'macOS'],
  [/CrOS/u, 'ChromeOS'],
  [/Linux/u, 'Linux'],
];

/**
 * Returns the names of the browser and the operating system, each empty if the user agent does not reveal it, and
 * whether the device is mobile.
 */
export function describeDevice(userAgent: string): { browser: string; system: string; isMobile: boolean } {
  const find = (table: readonly [RegExp, string][]): string =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  return { browser: find(browsers), system: find(systems), isMobile: /Mobi|Android|iPhone/u.test(userAgent) };
}
