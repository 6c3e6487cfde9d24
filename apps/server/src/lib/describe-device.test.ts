import { describe, expect, it } from 'vitest';
import { describeDevice } from './describe-device.ts';

describe('the description of a device', () => {
  const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15';
  it.each([
    [`Mozilla/5.0 (Linux; Android 16) ${webKit} Chrome/150.0 Mobile Zalo android/1`, 'Zalo', 'Android', true],
    [`${iPhone} Mobile/15E148 Zalo iOS/1 [FBAN/FBIOS]`, 'Zalo', 'iOS', true],
    [`${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/500]`, 'Facebook', 'iOS', true],
    [`Mozilla/5.0 (Linux; Android 16) ${webKit} Chrome/150 Mobile [FBAV/500]`, 'Facebook', 'Android', true],
    [`Mozilla/5.0 (Windows NT 10.0) ${webKit} coc_coc_browser/120 Chrome/150.0`, 'Cốc Cốc', 'Windows', false],
    [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/150.0 Edg/150.0`, 'Edge', 'Windows', false],
    [`Mozilla/5.0 (Linux; Android 16) ${webKit} Chrome/150.0 EdgA/150.0`, 'Edge', 'Android', true],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/150.0 OPR/110`, 'Opera', 'Linux', false],
    [
      `Mozilla/5.0 (Linux; Android 16) ${webKit} SamsungBrowser/29.0 Chrome/150.0`,
      'Samsung Internet',
      'Android',
      true,
    ],
    ['Mozilla/5.0 (Windows NT 10.0; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox', 'Windows', false],
    [`${iPhone} FxiOS/150.0 Mobile/15E148 Safari/604.1`, 'Firefox', 'iOS', true],
    [`Mozilla/5.0 (X11; CrOS x86_64) ${webKit} Chrome/150.0 Safari/537.36`, 'Chrome', 'ChromeOS', false],
    [`${iPhone} CriOS/150.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iOS', true],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19 Safari/605.1`, 'Safari', 'macOS', false],
    [`Mozilla/5.0 (iPad; CPU OS 19_0) Version/19 Safari/604.1`, 'Safari', 'iOS', false],
    ['Mozilla/5.0 (iPod touch; CPU OS 15_0) Version/15 Safari/604.1', 'Safari', 'iOS', false],
    ['Opera/9.80 (J2ME/MIDP; Opera Mobi)', '', '', true],
    ['iPhone', '', 'iOS', true],
    ['curl/8.9', '', '', false],
    ['', '', '', false],
  ])('for %j has the browser %j, the system %j and isMobile %j', (userAgent, browser, system, isMobile) => {
    expect(describeDevice(userAgent)).toEqual({ browser, system, isMobile });
  });
});
