import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { person } from '../../../test/member.tsx';
import { settings } from '../../../test/sign-on.ts';
import { sessionEnded, sessionStarted } from '#session/session.ts';
import { authEvents, useAuth } from '#state/auth.ts';
import { ssoEvents } from '#state/sso.ts';
import { followFirstRedirects } from './first-redirects.ts';

const clear = (): void => {
  sessionEnded();
  ssoEvents.reset();
  useAuth.setState({ endReason: null });
  authEvents.loginTargetKept(null);
};
beforeEach(clear);
afterEach(clear);

function open(path: string): string {
  history.replaceState(null, '', `/vid/web${path}`);
  followFirstRedirects();
  return `${location.pathname}${location.search}`.slice('/vid/web'.length);
}

describe('followFirstRedirects', () => {
  test.each([
    ['/', '/signin'],
    ['/home', '/signin'],
    ['/home/?lang=en', '/signin'],
    ['/signup?lang=en', '/signup/otp?lang=en'],
    ['/signup/otp?lang=en', '/signup/otp?lang=en'],
    ['/user/security', '/signin'],
    ['/admin/accounts', '/signin'],
    ['/no/such/page', '/error/404'],
    ['/error/403?ref=abcd', '/error/403?ref=abcd'],
    ['/intermediate?uid=u', '/intermediate?uid=u'],
  ])('takes a signed-out visitor who opens %s to %s', (path, shown) => {
    expect(open(path)).toBe(shown);
  });

  test('stores a requested page other than /home as the login target', () => {
    open('/apps?q=a');
    expect(useAuth.getState().loginRedirectTo).toBe('/apps?q=a');
    clear();
    open('/home');
    expect(useAuth.getState().loginRedirectTo).toBeNull();
  });

  test('does not redirect a sign-on request from /home', () => {
    ssoEvents.settingsRead(settings);
    expect(open('/home?appCode=A')).toBe('/home?appCode=A');
  });

  test('does not redirect a signed-in user from /home or the security page', () => {
    sessionStarted(person);
    expect(open('/home')).toBe('/home');
    expect(open('/user/security')).toBe('/user/security');
  });
});
