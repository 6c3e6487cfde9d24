// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { type AccessRule, decideAccess, decideUnknownPath, type Visitor } from './access.ts';
import { paths } from './paths.ts';

const visitor: Visitor = { isAuthenticated: false, roles: [] };
const member: Visitor = { isAuthenticated: true, roles: ['user'] };
const admin: Visitor = { isAuthenticated: true, roles: ['user', 'admin'] };
const here = '/somewhere';

const anonymous: AccessRule = { group: 'anonymous' };
const authorized: AccessRule = { group: 'authorized' };
const adminOnly: AccessRule = { group: 'authorized', role: 'admin' };
const open: AccessRule = { group: 'unauthorized' };
const show = { kind: 'show' };

describe('decideAccess', () => {
  test('redirects a signed-in user from an anonymous entry', () => {
    expect(decideAccess(anonymous, visitor, here)).toEqual(show);
    expect(decideAccess(anonymous, member, here)).toEqual({ kind: 'redirect', to: '/user/information' });
    expect(decideAccess({ ...anonymous, redirect: '/home' }, member, here)).toEqual({
      kind: 'redirect',
      to: '/home',
    });
  });

  test('shows an anonymous entry to a user who must sign in again', () => {
    const again = { ...member, isSigningInAgain: true };
    expect(decideAccess(anonymous, again, here)).toEqual(show);
    expect(decideAccess({ ...anonymous, redirect: '/home' }, again, here)).toEqual(show);
    expect(decideAccess(anonymous, { ...again, isSigningInAgain: false }, here)).toEqual({
      kind: 'redirect',
      to: '/user/information',
    });
    expect(decideAccess(authorized, again, here)).toEqual(show);
    expect(decideAccess(adminOnly, again, here)).toEqual({ kind: 'forbidden' });
  });

  test('requires the role of an authorized entry, by default user', () => {
    expect(decideAccess(authorized, visitor, here)).toEqual({ kind: 'signIn' });
    expect(decideAccess(authorized, member, here)).toEqual(show);
    expect(decideAccess(adminOnly, visitor, here)).toEqual({ kind: 'signIn' });
    expect(decideAccess(adminOnly, member, here)).toEqual({ kind: 'forbidden' });
    expect(decideAccess(adminOnly, admin, here)).toEqual(show);
    expect(decideAccess(authorized, { ...member, roles: [] }, here)).toEqual({ kind: 'forbidden' });
  });

  test('allows everyone to open an unauthorized entry', () => {
    for (const who of [visitor, member, admin]) expect(decideAccess(open, who, here)).toEqual(show);
  });

  test('redirects an entry with showIf false to the error page 404', () => {
    for (const rule of [anonymous, authorized, open]) {
      for (const who of [visitor, member]) {
        const decision = decideAccess({ ...rule, showIf: false }, who, here);
        expect(decision).toEqual({ kind: 'redirect', to: '/error/404' });
      }
    }
  });

  test('redirects from an authorized page to a required password change', () => {
    const forced = { ...member, demandPath: paths.resetPassword };
    expect(decideAccess(authorized, forced, here)).toEqual({ kind: 'redirect', to: '/reset-password' });
    expect(decideAccess(authorized, forced, '/reset-password')).toEqual(show);
    expect(decideAccess(open, forced, here)).toEqual(show);
  });
});

describe('decideUnknownPath', () => {
  const unsettled = {
    isAuthenticated: true,
    hasNavParam: false,
    hasAuthError: false,
    isProfileLoaded: false,
  };
  test('makes a signed-in user wait until the profile request ends', () => {
    expect(decideUnknownPath(unsettled)).toBe('wait');
    expect(decideUnknownPath({ ...unsettled, hasNavParam: true })).toBe('notFound');
    expect(decideUnknownPath({ ...unsettled, hasAuthError: true })).toBe('notFound');
    expect(decideUnknownPath({ ...unsettled, isProfileLoaded: true })).toBe('notFound');
  });
  test('reports an unknown path to a signed-out visitor as not found', () => {
    expect(decideUnknownPath({ ...unsettled, isAuthenticated: false })).toBe('notFound');
  });
});
