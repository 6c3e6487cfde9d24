// @vitest-environment node
import { termsVersion } from '@vid/contract/limits';
import { expect, test } from 'vitest';
import { shownVersion } from './consents.ts';

test('the built-in legal text is shown as version 1', () => {
  expect([termsVersion, '3'].map(shownVersion)).toEqual(['1', '3']);
});
