/** Marks of in-app browsers in the user agent, with the names of their apps. Messenger also has Facebook's marks. */
const apps: readonly (readonly [RegExp, string])[] = [
  [/\bZalo/u, 'Zalo'],
  [/\bOrca-Android\b|\bMessenger/iu, 'Messenger'],
  [/\bInstagram\b/u, 'Instagram'],
  [/\bFBA[NV]\b|\bFB_IAB\b/u, 'Facebook'],
  [/\bTikTok|\bmusical_ly|\btrill_|\bBytedanceWebview\b/u, 'TikTok'],
  [/\bViber\b/u, 'Viber'],
  [/\bTelegram/u, 'Telegram'],
  [/\bLine\//u, 'LINE'],
  [/\bMicroMessenger\//u, 'WeChat'],
];

/**
 * Android marks a WebView by `wv` or by the old system browser's version. Opera Mini and some phone makers' browsers,
 * whose names end in `Browser`, keep that version.
 */
const androidWebView = /; wv\)|\bAndroid\b(?!.*(?:browser| opr\/)).*\bVersion\/4\.0 Chrome\//iu;
/**
 * Every iOS browser names `Safari/`; a WebView does not, except that Snapchat's is `like Safari/`. An iPad calls itself
 * a Macintosh.
 */
const iosWebView = /\((?:iPhone|iPad|iPod|Macintosh)\b(?!.*(?<!like )\bSafari\/).*\bAppleWebKit\/6/u;

/**
 * Returns the app whose in-app browser has this user agent, '' for an unknown app, or null for a browser.
 * Popups and passkeys may fail in in-app browsers, and Google refuses to sign users in there (its policy
 * on embedded user agents).
 */
export function inAppBrowserOf(userAgent: string): string | null {
  const app = apps.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (app !== undefined) return app;
  return androidWebView.test(userAgent) || iosWebView.test(userAgent) ? '' : null;
}

/**
 * Returns the app of this in-app browser as `inAppBrowserOf` does. A page added to the home screen of iOS does not name
 * Safari either, but is not an in-app browser.
 */
export function inAppBrowser(): string | null {
  return matchMedia('(display-mode: standalone)').matches ? null : inAppBrowserOf(navigator.userAgent);
}
