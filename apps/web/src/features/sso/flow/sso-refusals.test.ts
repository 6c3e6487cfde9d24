import { expect, test } from 'vitest';
import { safeLogo } from '#features/sso/application-mark.tsx';
import { refusalText, safeReference } from './sso-refusals.ts';

test('F3 only known codes have a text, and only plain numbers are references', () => {
  expect(refusalText('SSO_FORBIDDEN')).toBe('sso.noPermission');
  for (const code of [null, '', 'toString', '__proto__', '<img onerror=alert(1)>'])
    expect(refusalText(code)).toBeNull();
  expect(safeReference('AB12CD34EF')).toBe('AB12CD34EF');
  for (const raw of [null, '', 'ab', '<svg onload=1>', 'a b c d', 'x'.repeat(65)])
    expect(safeReference(raw)).toBeNull();
});

test('F3 a logo is a picture itself', () => {
  expect(safeLogo('data:image/png;base64,AAAA')).toBe('data:image/png;base64,AAAA');
  for (const raw of [
    null,
    'javascript:alert(1)',
    'data:text/html,<script>',
    'https://app.vn/logo.png',
    '//evil.test/a',
    'logo.png',
    'file:///etc/passwd',
  ])
    expect(safeLogo(raw)).toBeNull();
});
