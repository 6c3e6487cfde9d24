// @vitest-environment node
import { termsVersion } from '@vid/contract/limits';
import { expect, test } from 'vitest';
import { shownVersion } from './consents.ts';

test('the built-in legal text is shown as version 1, and any other version by its number', () => {
  expect([termsVersion, '3'].map(shownVersion)).toEqual(['1', '3']);
});
