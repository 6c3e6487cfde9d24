// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { areaPaths, pathTo } from './area-paths.ts';
import { fillPath, isSignInPath, isSignUpPath, matchKnownPath, paths } from './paths.ts';

test('the list of paths maps each page name to its path', () => {
  expect(paths).toMatchInlineSnapshot(`
    {
      "admin": "/admin/*",
      "adminStart": "/start",
      "agree": "/agree",
      "apps": "/apps/*",
      "confirmEmail": "/confirm-email",
      "device": "/device",
      "error401": "/error/401",
      "error403": "/error/403",
      "error404": "/error/404",
      "error500": "/error/500",
      "errorComming": "/error/comming",
      "errorMaintain": "/error/maintain",
      "forgetPassword": "/forget-password",
      "forgetPasswordInput": "/forget-password/input",
      "forgetPasswordOtp": "/forget-password/otp",
      "forgetPasswordResend": "/forget-password/otp/resend",
      "home": "/home",
      "intermediate": "/intermediate",
      "inviteFriends": "/invite-friends",
      "keepAccount": "/keep-account",
      "logout": "/logout",
      "notMe": "/not-me",
      "privacy": "/privacy",
      "qr": "/qr/:id",
      "reception": "/reception",
      "recovery": "/recovery",
      "recoveryByCode": "/recovery/code",
      "resetPassword": "/reset-password",
      "root": "/",
      "signIn": "/signin",
      "signInLocked": "/signin/locked",
      "signInOtp": "/signin/otp",
      "signInOtpConfirm": "/signin/otp/confirm",
      "signInPasskeyOffer": "/signin/passkey",
      "signInQr": "/signin/qr",
      "signInTwoStep": "/signin/two-step",
      "signUp": "/signup",
      "signUpConfirm": "/signup/otp/confirm",
      "signUpOauthConfirmCaptcha": "/signup/oauth/confirm-captcha",
      "signUpOauthConfirmOtp": "/signup/oauth/confirm-otp",
      "signUpOauthConfirmPassword": "/signup/oauth/confirm-password",
      "signUpOauthConfirmPhone": "/signup/oauth/confirm-phone",
      "signUpOauthResend": "/signup/oauth/otp/resend",
      "signUpOtp": "/signup/otp",
      "signUpPassword": "/signup/password",
      "signUpResend": "/signup/otp/resend",
      "signUpSuccess": "/signup/success",
      "terms": "/terms",
      "userDeletion": "/user/deletion",
      "userInformation": "/user/information",
      "userPassword": "/user/password",
      "userPhone": "/user/phone",
      "userPrivacy": "/user/privacy",
      "userPrivacyPart": "/user/privacy/:part",
      "userSecurity": "/user/security",
      "userSecurityPart": "/user/security/:part",
    }
  `);
});

describe('known paths', () => {
  test('match a parameter with one plain segment', () => {
    expect(matchKnownPath('/qr/a1')).toBe(paths.qr);
    expect(matchKnownPath('/qr/a1/b')).toBeNull();
    expect(matchKnownPath('/signin/')).toBe(paths.signIn);
    expect(matchKnownPath('/nowhere')).toBeNull();
  });

  test.each(['/qr/<script>', '/qr/../..', `/qr/${'a'.repeat(10_000)}`, '/qr/mã', '/qr/a-b', '/qr/'])(
    'Q5 do not include %s as a QR path',
    (pathname) => {
      expect(matchKnownPath(pathname)).toBeNull();
    },
  );

  test('include the path of an area and the paths below it', () => {
    expect(matchKnownPath('/admin')).toBe(paths.admin);
    expect(matchKnownPath('/admin/accounts/acc_1')).toBe(paths.admin);
    expect(matchKnownPath('/administration')).toBeNull();
  });

  test('get parameters and a query from pathTo', () => {
    expect(pathTo(areaPaths.appPermissions, { appId: 'a/b' }, { role: 'x y' })).toBe(
      '/apps/a%2Fb/permissions?role=x+y',
    );
    expect(pathTo(areaPaths.adminAccounts, {})).toBe('/admin/accounts');
    expect(pathTo(areaPaths.appClient, { appId: '', clientId: 'c' })).toBe(areaPaths.apps);
    expect(pathTo(areaPaths.adminAccount, { accountId: '' })).toBe(areaPaths.admin);
  });

  test('are filled in by fillPath only if every value is given', () => {
    expect(fillPath('/apps/:appId/permissions/:id', { appId: 'a', id: 'b' })).toBe('/apps/a/permissions/b');
    expect(fillPath('/apps/:appId/permissions', {})).toBeNull();
    expect(fillPath('/apps/:constructor', {})).toBeNull();
    expect(fillPath('/apps/:appId', { appId: '../../admin' })).toBe('/apps/..%2F..%2Fadmin');
  });

  test('are recognised as sign-in or sign-up pages by isSignInPath and isSignUpPath', () => {
    expect(isSignInPath('/signin/otp/confirm')).toBe(true);
    expect(isSignInPath('/signup')).toBe(false);
    expect(isSignUpPath('/signup')).toBe(true);
    expect(isSignUpPath('/signup/oauth/confirm-otp')).toBe(true);
    expect(isSignUpPath('/home')).toBe(false);
  });
});
