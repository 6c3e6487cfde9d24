import type { LegalSource, LegalSources } from '@vid/contract/legal/legal-text';
import { describe, expect, it } from 'vitest';
import { checkTexts } from './legal.policy.ts';

const source: LegalSource = { title: 'Terms', lead: 'Introduction', body: '## 1. One\n\nText' };
const textsOf = (vi: Partial<LegalSource>, en: Partial<LegalSource> = {}): LegalSources => ({
  vi: { ...source, ...vi },
  en: { ...source, ...en },
});

describe('a legal text', () => {
  it('is stored in NFC, trimmed and with line feeds', () => {
    const written = textsOf({
      title: ` ${'Điều khoản'.normalize('NFD')} `,
      body: '## 1. Một\r\n\r\nCột\tMột\r\n',
    });
    expect(checkTexts(written)).toEqual(
      textsOf({ title: 'Điều khoản'.normalize('NFC'), body: '## 1. Một\n\nCột\tMột' }),
    );
  });

  it.each<['vi' | 'en', Partial<LegalSource>, string]>([
    ['vi', { title: ' ' }, 'title.vi'],
    ['vi', { title: 'a\nb' }, 'title.vi'],
    ['vi', { lead: '' }, 'lead.vi'],
    ['vi', { lead: 'a\nb' }, 'lead.vi'],
    ['vi', { body: '## 1. One' }, 'body.vi'],
    ['vi', { body: 'a\u2066b' }, 'body.vi'],
    ['vi', { body: 'a\uD800b' }, 'body.vi'],
    ['en', { title: '' }, 'title.en'],
    ['en', { lead: 'a\u0007b' }, 'lead.en'],
    ['en', { body: 'a\u202Eb' }, 'body.en'],
  ])('in the language %s is refused with %j in the field %s', (language, change, field) => {
    const texts = language === 'vi' ? textsOf(change) : textsOf({}, change);
    expect(() => checkTexts(texts)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', fields: { [field]: 'format' } }),
    );
  });
});
