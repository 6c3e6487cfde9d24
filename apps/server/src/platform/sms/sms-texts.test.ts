import { locales } from '@vid/contract/limits';
import { describe, expect, it } from 'vitest';
import { codeText, segmentLength, segmentsOf, withSender } from './sms-texts.ts';

/** Leaves out the extension table of GSM 7-bit, whose characters count twice. */
const gsm7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/u;
const purposes = ['signup', 'signin', 'forget-password', 'social', 'phone-change'] as const;
const brand = {
  name: { vi: 'Hội Nhà Đất', en: 'Land Association' },
  shortName: { vi: 'Hội Nhà Đất', en: 'Hoi Nha Dat' },
  address: null,
  phone: null,
  email: null,
};
const longHost = `id.${'hiep-hoi-bat-dong-san'.repeat(2)}.org.vn`;

describe.each(locales)('the SMS texts (%s)', (locale) => {
  it.each(purposes)('contain the code for %s in one segment, bound to the origin', (purpose) => {
    const text = withSender(codeText({ code: '012345', purpose, locale, host: longHost }), locale, undefined);
    expect(text).toMatch(gsm7);
    expect(text.length).toBeLessThanOrEqual(segmentLength);
    expect(text.split('\n').at(-1)).toBe(`@${longHost} #012345`);
    expect(text).not.toMatch(/https?:|www\./u);
  });

  it('use the same words as the web app for the code, the association and the warning', () => {
    const texts = purposes.map((purpose) => codeText({ code: '012345', purpose, locale, host: 'id.vn' }));
    expect(texts.filter((text) => /xac thuc|hiep hoi|khong dua ma/iu.test(text))).toEqual([]);
  });

  it.each(purposes)('begin with the short name of the association in the code for %s', (purpose) => {
    const text = codeText({ code: '012345', purpose, locale, host: 'id.hoimoigioibatdongsan.org.vn' });
    const named = withSender(text, locale, brand);
    expect(named).toBe(`Hoi Nha Dat: ${text}`);
    expect(named).toMatch(gsm7);
    expect(named.length).toBeLessThanOrEqual(segmentLength);
  });

  it('begin with VID where the short name would need a second segment', () => {
    const text = 'x'.repeat(segmentLength - 'Hoi Nha Dat: '.length);
    expect(withSender(text, locale, brand)).toBe(`Hoi Nha Dat: ${text}`);
    expect(withSender(`${text}x`, locale, brand)).toBe(`VID: ${text}x`);
  });

  it('differ for each purpose', () => {
    const texts = purposes.map((purpose) => codeText({ code: '012345', purpose, locale, host: 'id.vn' }));
    expect(new Set(texts).size).toBe(purposes.length);
  });
});

it.each([
  [1, 1],
  [160, 1],
  [161, 2],
  [306, 2],
  [307, 3],
])('a text of %i characters has %i segments', (length, segments) => {
  expect(segmentsOf('x'.repeat(length))).toBe(segments);
});
