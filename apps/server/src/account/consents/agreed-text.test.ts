import { agreedText, consentPurposes, requiredPurposes } from '@vid/contract/legal/purposes';
import { locales, termsVersion } from '@vid/contract/limits';
import { expect, it } from 'vitest';
import { textHashOf } from './agreed-text.ts';

it('requires a new version whenever an agreed text changes, because consents record both', () => {
  const hashes = consentPurposes.flatMap((purpose) =>
    locales.map((language) => `${purpose} ${language} ${textHashOf(purpose, language).toString('hex')}`),
  );
  expect([termsVersion, ...hashes]).toMatchSnapshot();
});

it('names the version in each consent text, with a different text per purpose and language', () => {
  const texts = consentPurposes.flatMap((purpose) =>
    locales.map((language) => agreedText(purpose, language)),
  );
  expect(new Set(texts).size).toBe(consentPurposes.length * locales.length);
  for (const text of texts) expect(text).toContain(termsVersion);
});

it('requires the terms and the privacy policy for an account, and makes marketing optional', () => {
  expect([...requiredPurposes].toSorted()).toEqual(['privacy', 'terms']);
});
