import { expect, it } from 'vitest';
import { locales, termsVersion } from '../limits.ts';
import { profileFields } from '../profile-fields.ts';
import { legalDocuments, listItemsOf, toLegalSource, toLegalText, versionIn } from './legal-text.ts';
import { legalTextOf } from './purposes.ts';

it('a built-in legal document survives a round trip through its source', () => {
  for (const document of legalDocuments)
    for (const language of locales) {
      const text = legalTextOf(document, language);
      expect(toLegalText(toLegalSource(text), language)).toEqual(text);
    }
});

it('the privacy policy names every field of the profile', () => {
  for (const language of locales) {
    const [stored = ''] = legalTextOf('privacy', language).sections[0]?.paragraphs ?? [];
    for (const { inPrivacyPolicy, label } of profileFields)
      expect(stored.toLowerCase()).toContain((inPrivacyPolicy ?? label)[language].toLowerCase());
  }
});

it('a legal text is parsed into titles and paragraphs', () => {
  const body =
    'Mở đầu\ndòng hai  \n\n## 1. Một\nNgay dưới\n\n- a\n- b\n\n\n## 2. <b>Hai</b>\n\n#Không phải tiêu đề';
  expect(toLegalText({ title: 'T', lead: 'L', body }, 'vi')).toEqual({
    title: 'T',
    lead: 'L',
    versionLabel: 'Phiên bản',
    sections: [
      { title: '', paragraphs: ['Mở đầu\ndòng hai'] },
      { title: '1. Một', paragraphs: ['Ngay dưới', '- a\n- b'] },
      { title: '2. <b>Hai</b>', paragraphs: ['#Không phải tiêu đề'] },
    ],
  });
  expect(toLegalText({ title: 'T', lead: 'L', body: '\n\n' }, 'en').sections).toEqual([]);
});

it('a paragraph is a list only if every line is an item', () => {
  expect(listItemsOf('- a\n- b')).toEqual(['a', 'b']);
  expect(listItemsOf('- a\nb')).toBeUndefined();
  expect(listItemsOf('a')).toBeUndefined();
});

it('`termsVersion` contains the versions of the terms and the privacy policy', () => {
  expect([versionIn('3.2', 'terms'), versionIn('3.2', 'privacy')]).toEqual([3, 2]);
  expect([versionIn(termsVersion, 'terms'), versionIn(termsVersion, 'privacy')]).toEqual([1, 1]);
});
