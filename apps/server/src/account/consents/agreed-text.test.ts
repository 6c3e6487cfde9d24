import { agreedText, consentPurposes, requiredPurposes } from '@vid/contract/legal/purposes';
import { locales, termsVersion } from '@vid/contract/limits';
import { expect, it } from 'vitest';
import { textHashOf } from './agreed-text.ts';

it('a text changes only with its version, because each consent records both', () => {
  const hashes = consentPurposes.flatMap((purpose) =>
    locales.map((language) => `${purpose} ${language} ${textHashOf(purpose, language).toString('hex')}`),
  );
  expect([termsVersion, ...hashes]).toMatchSnapshot();
});

it('the text of a consent names its version, and is another one for each purpose and language', () => {
  const texts = consentPurposes.flatMap((purpose) =>
    locales.map((language) => agreedText(purpose, language)),
  );
  expect(new Set(texts).size).toBe(consentPurposes.length * locales.length);
  for (const text of texts) expect(text).toContain(termsVersion);
});

it('an account cannot exist without the terms and the privacy policy, and marketing is optional', () => {
  expect([...requiredPurposes].toSorted()).toEqual(['privacy', 'terms']);
});
