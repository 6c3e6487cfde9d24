import { agreedText, consentPurposes, requiredPurposes } from '@vid/contract/legal/purposes';
import { locales, termsVersion } from '@vid/contract/limits';
import { expect, it } from 'vitest';
import { textHashOf } from './agreed-text.ts';

it('an agreed text needs a new version for each change, because a consent records version and hash', () => {
  const hashes = consentPurposes.flatMap((purpose) =>
    locales.map((language) => `${purpose} ${language} ${textHashOf(purpose, language).toString('hex')}`),
  );
  expect([termsVersion, ...hashes]).toMatchSnapshot();
});

it('each consent text names its version, and differs by purpose and language', () => {
  const texts = consentPurposes.flatMap((purpose) =>
    locales.map((language) => agreedText(purpose, language)),
  );
  expect(new Set(texts).size).toBe(consentPurposes.length * locales.length);
  for (const text of texts) expect(text).toContain(termsVersion);
});

it('an account requires consent to the terms and the privacy policy', () => {
  expect([...requiredPurposes].toSorted()).toEqual(['privacy', 'terms']);
});
