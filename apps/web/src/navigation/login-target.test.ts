// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { safeLoginTarget } from './login-target.ts';

describe('F4 loginRedirectTo', () => {
  const refused: readonly unknown[] = [
    'https://app@evil.test/',
    'https://a@b@evil.test',
    'https://evil.test\\@app',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\/evil.test',
    '/\t/evil.test',
    '\t//evil.test',
    '/%09/evil.test',
    ' /user/information',
    '/user/information ',
    '/user/information\n',
    'JavaScript:alert(1)',
    'javascript:alert(1)//user/information',
    'data:text/html,<script>alert(1)</script>',
    'https://app.evil.test',
    'http://localhost.evil.test',
    'https://vid.invalid/user/information',
    'http://localhost/vid/web/user/information',
    '/cb/..;/x',
    '/cb/%2e%2e/x',
    '/user/../admin',
    '/user/./information',
    '/user/%2e%2e/admin',
    '/USER/INFORMATION',
    'ａpp',
    '/ａpps',
    '/apps:443',
    '/apps#fragment',
    '/apps?next=//evil.test#x',
    '/user/information.',
    '/user/information//',
    '//user/information',
    ['/apps', '//evil.test'],
    { toString: () => '/apps' },
    null,
    undefined,
    42,
    '',
    'user/information',
    '/unknown',
    '/vid/web',
    '/vid/webx/apps',
    '/vid/web//evil.test',
    '/vid/ajax/auth/logout',
    `/apps?x=${'a'.repeat(3_000)}`,
    '/apps?x=<script>',
    '/__proto__',
    '/constructor',
    '/',
    '/signin',
    '/signin/otp',
    '/signup/password',
    '/forget-password',
    '/error/403',
    '/agree',
    '/keep-account',
    '/reset-password',
    '/start',
    '/',
  ];
  test.each(refused)('is dropped if it is %j', (raw) => {
    expect(safeLoginTarget(raw)).toBeNull();
  });

  test.each([
    ['/apps', '/apps'],
    ['/vid/web/apps', '/apps'],
    ['/user/information/', '/user/information/'],
    ['/apps/app_1/permissions?page=2&search=a%20b', '/apps/app_1/permissions?page=2&search=a%20b'],
    ['/admin/accounts', '/admin/accounts'],
    ['/qr/abc_123', '/qr/abc_123'],
    ['/home', '/home'],
  ])('with the value %s is kept as a path of the app', (raw, target) => {
    expect(safeLoginTarget(raw)).toBe(target);
  });

  test.each(['/user/password', '/invite-friends', '/vid/web/user/password', '/invite-friends?from=mail'])(
    'with the value %s becomes the information page',
    (raw) => {
      expect(safeLoginTarget(raw)).toBe('/user/information');
    },
  );
});
