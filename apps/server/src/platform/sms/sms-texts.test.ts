import { locales } from '@vid/contract/limits';
import { describe, expect, it } from 'vitest';
import { codeText, segmentLength } from './sms-texts.ts';

/** The GSM 7-bit default alphabet, without the extension table, whose characters count twice. */
const gsm7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/u;
const purposes = ['signup', 'signin', 'forget-password', 'social', 'phone-change'] as const;
const longHost = `id.${'hiep-hoi-bat-dong-san'.repeat(2)}.org.vn`;

describe.each(locales)('SMS texts (%s)', (locale) => {
  it.each(purposes)('fits the code for %s into one segment, bound to the origin', (purpose) => {
    const text = codeText({ code: '012345', purpose, locale, host: longHost });
    expect(text).toMatch(gsm7);
    expect(text.length).toBeLessThanOrEqual(segmentLength);
    expect(text.split('\n').at(-1)).toBe(`@${longHost} #012345`);
    expect(text).not.toMatch(/https?:|www\./u);
  });

  it('uses the web app’s words for the code, the association and the warning', () => {
    const texts = purposes.map((purpose) => codeText({ code: '012345', purpose, locale, host: 'id.vn' }));
    expect(texts.filter((text) => /xac thuc|hiep hoi|khong dua ma/iu.test(text))).toEqual([]);
  });

  it('uses a different text for each purpose', () => {
    const texts = purposes.map((purpose) => codeText({ code: '012345', purpose, locale, host: 'id.vn' }));
    expect(new Set(texts).size).toBe(purposes.length);
  });
});
