// @vitest-environment node
import { termsVersion } from '@vid/contract/limits';
import { expect, test } from 'vitest';
import { shownVersion } from './consent-version.ts';

test('shows the built-in text as version 1, as in the list of versions', () => {
  expect([termsVersion, '3'].map(shownVersion)).toEqual(['1', '3']);
});
