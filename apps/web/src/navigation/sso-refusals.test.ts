// @vitest-environment node
import { expect, test } from 'vitest';
import { refusalText, safeReference } from './sso-refusals.ts';

test('F3 unknown refusal codes and malformed references are dropped', () => {
  expect(refusalText('SSO_FORBIDDEN')).toBe('sso.noPermission');
  for (const code of [null, '', 'toString', '__proto__', '<img onerror=alert(1)>'])
    expect(refusalText(code)).toBeNull();
  expect(safeReference('AB12CD34EF')).toBe('AB12CD34EF');
  for (const raw of [null, '', 'ab', '<svg onload=1>', 'a b c d', 'x'.repeat(65)])
    expect(safeReference(raw)).toBeNull();
});
