import { expect, test } from 'vitest';
import { cmsRedirect } from './cms-redirect.ts';

const opened = {
  pathname: '/signin',
  search: '',
  hasSsoSettings: false,
  hasSession: false,
  cmsLoginUrl: 'https://cms.example/login',
};

test('a bare sign-in or sign-up page belongs to the CMS where there is one', () => {
  expect(cmsRedirect(opened)).toBe('https://cms.example/login');
  expect(cmsRedirect({ ...opened, pathname: '/signup/otp' })).toBe('https://cms.example/login');
  expect(cmsRedirect({ ...opened, search: '?' })).toBe('https://cms.example/login');
});

test.each([
  ['no CMS is set', { cmsLoginUrl: null }],
  ['the page has a query', { search: '?lang=en' }],
  ['an application asked', { hasSsoSettings: true }],
  ['somebody is signed in', { hasSession: true }],
  ['it is another page', { pathname: '/forget-password' }],
  ['the address is no web address', { cmsLoginUrl: 'javascript:alert(1)' }],
  ['the address is junk', { cmsLoginUrl: 'cms' }],
])('stays when %s', (_why, change) => {
  expect(cmsRedirect({ ...opened, ...change })).toBeNull();
});
