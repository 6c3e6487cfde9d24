// @vitest-environment node
import { termsVersion } from '@vid/contract/limits';
import { expect, test } from 'vitest';
import { shownVersion } from './consents.ts';

test('the version of the built-in text is shown as 1, as in the list of versions', () => {
  expect([termsVersion, '3'].map(shownVersion)).toEqual(['1', '3']);
});
