// @vitest-environment node
import { expect, test } from 'vitest';
import { inAppBrowser } from './in-app-browser.ts';

const android =
  'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [
    `${android} Chrome/124.0 Mobile Safari/537.36 Zalo android/12110647 ZaloTheme/light ZaloLanguage/vi`,
    'Zalo',
  ],
  [`${iphone} Mobile/15E148 Zalo iOS/639 ZaloTheme/light ZaloLanguage/vn`, 'Zalo'],
  [`${android} Chrome/124.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/462.0.0.47.85;]`, 'Facebook'],
  [`${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/462.0.0.40.105;FBDV/iPhone15,2]`, 'Facebook'],
  [`${android} Chrome/124.0 Mobile Safari/537.36 Instagram 330.0.0.40.92 Android`, 'Instagram'],
])('recognizes %s as the browser of %s', (userAgent, app) => {
  expect(inAppBrowser(userAgent)).toBe(app);
});

test.each([
  `${android} Chrome/124.0 Mobile Safari/537.36`,
  `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0',
])('recognizes %s as an ordinary browser', (userAgent) => {
  expect(inAppBrowser(userAgent)).toBeNull();
});
