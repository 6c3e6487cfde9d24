// @vitest-environment node
import { expect, test } from 'vitest';
import { safeLogo } from './application-mark.tsx';

test('F3 an application’s logo is accepted only as an inline picture', () => {
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
