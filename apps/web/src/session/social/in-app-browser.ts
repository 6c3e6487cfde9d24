const apps: readonly (readonly [RegExp, string])[] = [
  [/\bZalo/u, 'Zalo'],
  [/\bFBA[NV]\b|\bFB_IAB\b|\bMessenger/u, 'Facebook'],
  [/\bInstagram\b/u, 'Instagram'],
  [/\bTikTok|\bmusical_ly\b/u, 'TikTok'],
];

/**
 * Returns the app whose in-app browser shows the page, or null. Popups and third-party cookies do not work there, and
 * Google refuses to sign users in (its policy on embedded user agents).
 */
export function inAppBrowser(userAgent: string): string | null {
  return apps.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}
