// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest';
import { inAppBrowser, inAppBrowserOf } from './in-app-browser.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const android = `Mozilla/5.0 (Linux; Android 14; SM-A546E) ${webKit}`;
const webView = `Mozilla/5.0 (Linux; Android 14; SM-A546E; wv) ${webKit} Version/4.0 Chrome/124.0 Mobile Safari/537.36`;
const oldWebView = `${android} Version/4.0 Chrome/124.0 Mobile Safari/537.36`;
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const iPad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${oldWebView} Zalo android/12110647 ZaloTheme/light ZaloLanguage/vi`, 'Zalo'],
  [`${iPhone} Mobile/15E148 Zalo iOS/639 ZaloTheme/light ZaloLanguage/vn`, 'Zalo'],
  [`${webView} [FB_IAB/FB4A;FBAV/462.0.0.47.85;]`, 'Facebook'],
  [`${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/462.0.0.40.105;FBDV/iPhone15,2]`, 'Facebook'],
  [`${webView} [FB_IAB/Orca-Android;FBAV/458.0.0.54.108;]`, 'Messenger'],
  [`${iPhone} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/458.0.0.30.109;FBDV/iPhone15,2]`, 'Messenger'],
  [`${oldWebView} [FB_IAB/MESSENGER;FBAV/480.0.0.29.109;]`, 'Messenger'],
  [`${webView} [FBAN/MESSENGERLITE;FBAV/420.0.0.10.106;]`, 'Messenger'],
  [`${webView} Instagram 330.0.0.40.92 Android (34/14; 450dpi)`, 'Instagram'],
  [`${iPhone} Mobile/15E148 Instagram 330.0.3.29.91 (iPhone15,2; iOS 17_5)`, 'Instagram'],
  [`${webView} trill_340204 BytedanceWebview/d8a21c6`, 'TikTok'],
  [`${iPhone} Mobile/15E148 musical_ly_34.2.0 JsSdk/2.0 BytedanceWebview/d8a21c6`, 'TikTok'],
  [`${webView} Viber/22.4.0`, 'Viber'],
  [`${webView} Telegram-Android/10.14.5 (Samsung SM-A546E; Android 14; SDK 34; AVERAGE)`, 'Telegram'],
  [`${webView} Line/14.8.0/IAB`, 'LINE'],
  [`${iPhone} Mobile/15E148 Safari Line/14.8.0`, 'LINE'],
  [`${webView} MMWEBID/2 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64`, 'WeChat'],
  [`${iPhone} Mobile/15E148 MicroMessenger/8.0.49(0x18003127) NetType/WIFI Language/vi`, 'WeChat'],
  [webView, ''],
  // Some apps remove the system browser's version, and some name a browser.
  [webView.replace(' Version/4.0', ''), ''],
  [webView.replace('Mobile Safari', 'CocCocBrowser/1.0 Mobile Safari'), ''],
  [oldWebView, ''],
  [`${iPhone} Mobile/15E148`, ''],
  [`${iPad} Mobile/15E148`, ''],
  [`${iPhone} Version/17.5 Mobile/15E148 Snapchat/12.91.0.44 (like Safari/8618.2.12.10.9, panda)`, ''],
  [iPad, ''],
])('detection recognizes %s as the built-in browser of the app “%s”', (userAgent, app) => {
  expect(inAppBrowserOf(userAgent)).toBe(app);
});

test.each([
  `${android} Chrome/124.0 Mobile Safari/537.36`,
  `${android} SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36`,
  `${android} Version/4.0 Chrome/112.0 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.10`,
  `${android} Version/4.0 Chrome/115.0 Mobile Safari/537.36 HeyTapBrowser/45.11`,
  `${oldWebView} OPR/60.0.2254.59405`,
  `${android} coc_coc_browser/130.0 Chrome/124.0 Mobile Safari/537.36`,
  'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0',
  `${iPhone} Version/17.5 Mobile/15E148 Safari/604.1`,
  `${iPhone} CriOS/125.0 Mobile/15E148 Safari/604.1`,
  `${iPad} Version/17.5 Safari/605.1.15`,
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/124.0 Safari/537.36`,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0',
])('detection recognizes the user agent %s as an ordinary browser', (userAgent) => {
  expect(inAppBrowserOf(userAgent)).toBeNull();
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a WebView of iOS is in an app', false, ''],
  ['a page on the home screen of iOS is not in an app', true, null],
])('%s', (_title, matches, app) => {
  vi.stubGlobal('navigator', { userAgent: `${iPhone} Mobile/15E148` });
  vi.stubGlobal('matchMedia', () => ({ matches }));
  expect(inAppBrowser()).toBe(app);
});
