const apps: readonly (readonly [RegExp, string])[] = [
  [/\bZalo/u, 'Zalo'],
  [/\bFBA[NV]\b|\bFB_IAB\b|\bMessenger/u, 'Facebook'],
  [/\bInstagram\b/u, 'Instagram'],
  [/\bTikTok|\bmusical_ly\b/u, 'TikTok'],
];

/**
 * The app whose built-in browser shows the page, or null. Popups and cookies of other sites do not work there, and
 * Google refuses to sign people in (its policy on embedded user agents).
 */
export function inAppBrowser(userAgent: string): string | null {
  return apps.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}
