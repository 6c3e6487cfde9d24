// @vitest-environment node
import { expect, test } from 'vitest';
import { cmsRedirect } from './cms-redirect.ts';

const opened = {
  pathname: '/signin',
  search: '',
  hasSsoSettings: false,
  hasSession: false,
  cmsLoginUrl: 'https://cms.example/login',
};

test('cmsRedirect redirects sign-in and sign-up pages without a query to the CMS', () => {
  expect(cmsRedirect(opened)).toBe('https://cms.example/login');
  expect(cmsRedirect({ ...opened, pathname: '/signup/otp' })).toBe('https://cms.example/login');
  expect(cmsRedirect({ ...opened, search: '?' })).toBe('https://cms.example/login');
});

test.each([
  ['no CMS is configured', { cmsLoginUrl: null }],
  ['the address has a query', { search: '?lang=en' }],
  ['there is a sign-on request', { hasSsoSettings: true }],
  ['there is a session', { hasSession: true }],
  ['the page is neither sign-in nor sign-up', { pathname: '/forget-password' }],
  ['the CMS address is not http(s)', { cmsLoginUrl: 'javascript:alert(1)' }],
  ['the CMS address is malformed', { cmsLoginUrl: 'cms' }],
])('cmsRedirect does not redirect if %s', (_case, change) => {
  expect(cmsRedirect({ ...opened, ...change })).toBeNull();
});
