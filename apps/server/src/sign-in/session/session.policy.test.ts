import { describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { AppError } from '#lib/app-error.ts';
import {
  isRecent,
  mayProveByCode,
  requireConfirmed,
  requireMaySetPassword,
  requireNoDemand,
  requireNoHold,
  requireRecent,
  requireRecentOwner,
  sessionTtl,
} from './session.policy.ts';

const noDemand = { mustDecideDeletion: false, mustChangePassword: false, mustAgree: false };

describe('the lifetime of a session', () => {
  const config = readConfig(
    {
      VID_SESSION_IDLE_DAYS: '2',
      VID_SESSION_MAX_DAYS: '3',
      VID_SESSION_ADMIN_IDLE_MINUTES: '7',
      VID_SESSION_ADMIN_MAX_HOURS: '5',
    },
    { dataDir: '/nonexistent' },
  );

  it('S4 follows the settings for the account’s role', () => {
    expect(sessionTtl('user', config)).toEqual({ idle: 2 * 86_400, max: 3 * 86_400 });
    expect(sessionTtl('admin', config)).toEqual({ idle: 7 * 60, max: 5 * 3_600 });
  });
});

it.each([
  ['password', 'new', 'counts'],
  ['password', 'old', 'does not count'],
  ['qr', 'new', 'does not count'],
  ['qr', 'old', 'does not count'],
])('a sign-in by $0 that is $1 $2 as a recent proof', (method, age, verdict) => {
  expect(isRecent({ method, isNew: age === 'new' })).toBe(verdict === 'counts');
});

const refusalOf = (require: () => void): unknown => {
  try {
    require();
    return undefined;
  } catch (error) {
    return error instanceof AppError
      ? { code: error.code, retryAfterSeconds: error.retryAfterSeconds }
      : error;
  }
};

describe('the guards of a session', () => {
  it.each([
    [
      'refuse a session that is neither recent nor confirmed',
      { isRecent: false, isConfirmed: false },
      { code: 'REAUTHENTICATION_REQUIRED' },
    ],
    ['accept a recent session', { isRecent: true, isConfirmed: false }, undefined],
    ['accept a confirmed session', { isRecent: false, isConfirmed: true }, undefined],
  ])('%s for a sensitive change', (_case, session, expected) => {
    expect(refusalOf(() => requireRecent(session))).toEqual(expected);
  });

  it('accept only a confirmed session in requireConfirmed', () => {
    expect(refusalOf(() => requireConfirmed({ isConfirmed: true }))).toBeUndefined();
    expect(refusalOf(() => requireConfirmed({ isConfirmed: false }))).toEqual({
      code: 'REAUTHENTICATION_REQUIRED',
    });
  });

  it('refuse a change during a hold, and report the remaining seconds', () => {
    expect(refusalOf(() => requireNoHold({ holdSeconds: 0 }))).toBeUndefined();
    expect(refusalOf(() => requireNoHold({ holdSeconds: 1 }))).toEqual({
      code: 'CHANGE_ON_HOLD',
      retryAfterSeconds: 1,
    });
  });

  it.each([
    [
      'until the member decides about a requested deletion',
      { mustDecideDeletion: true, mustChangePassword: true, mustAgree: true },
      'DELETION_PENDING',
    ],
    [
      'until the member changes a password that must be changed',
      { ...noDemand, mustChangePassword: true, mustAgree: true },
      'PASSWORD_CHANGE_REQUIRED',
    ],
    ['until the member agrees to new terms', { ...noDemand, mustAgree: true }, 'AGREEMENT_REQUIRED'],
  ])('refuse single sign-on %s', (_case, session, code) => {
    expect(refusalOf(() => requireNoDemand(session))).toEqual({ code });
  });

  it('allow single sign-on of an account that has completed its required steps', () => {
    expect(refusalOf(() => requireNoDemand(noDemand))).toBeUndefined();
  });
});

describe('an addition with which an account can be taken over later', () => {
  const code = { isRecent: true, isRenewed: false, isConfirmed: false, amr: ['otp', 'sms'] } as const;
  const refused = { code: 'REAUTHENTICATION_REQUIRED', retryAfterSeconds: undefined };

  it.each([
    ['is permitted with a code by SMS', {}, false, undefined],
    ['is refused with a code that Zalo may have carried', {}, true, refused],
    ['is permitted with a second code, which went to the SIM', { isRenewed: true }, true, undefined],
    ['is permitted with a code and the password', { amr: ['pwd', 'otp', 'sms'] }, true, undefined],
    ['is permitted with a code and the authenticator app', { amr: ['otp', 'sms', 'mfa'] }, true, undefined],
    ['is permitted with a passkey', { amr: ['pop'] }, true, undefined],
    ['is permitted with a social account', { amr: ['fed'] }, true, undefined],
    ['is refused after an old sign-in', { isRecent: false }, false, refused],
    ['is permitted after a confirmation', { isRecent: false, isConfirmed: true }, true, undefined],
  ] as const)('K1 %s', (_case, more, usesZalo, expected) => {
    expect(refusalOf(() => requireRecentOwner({ ...code, ...more }, { usesZalo }))).toEqual(expected);
  });
});

describe('the first password', () => {
  const session = {
    isRecent: true,
    isRenewed: false,
    isConfirmed: false,
    isAdmin: false,
    amr: ['otp', 'sms'],
  } as const;
  const facts = { hasPasskey: false, phoneInDoubt: false, usesZalo: false } as const;
  const refused = { code: 'REAUTHENTICATION_REQUIRED', retryAfterSeconds: undefined };
  const refusal = (more: object, known: object = {}) =>
    refusalOf(() => requireMaySetPassword({ ...session, ...more }, { ...facts, ...known }));

  it('K1 needs a recent code that went to the SIM, or a confirmation', () => {
    expect(refusal({})).toBeUndefined();
    expect(refusal({ isRenewed: true }, { usesZalo: true })).toBeUndefined();
    expect(refusal({}, { usesZalo: true })).toEqual(refused);
    expect(refusal({ isRecent: false })).toEqual(refused);
    expect(refusal({ isRenewed: true, amr: ['fed'] })).toEqual(refused);
    expect(refusal({ isRecent: false, isConfirmed: true })).toBeUndefined();
  });

  it.each([
    ['of an administrator', { isAdmin: true }, {}],
    ['of an account with a passkey', {}, { hasPasskey: true }],
    ['while the phone is in doubt', {}, { phoneInDoubt: true }],
  ] as const)('K1 needs a confirmation, not only a code, in a session %s', (_case, more, known) => {
    expect(refusal(more, known)).toEqual(refused);
    expect(refusal({ ...more, isConfirmed: true }, known)).toBeUndefined();
  });
});

describe('the proof of a session by a code', () => {
  const member = {
    role: 'user',
    hasApp: false,
    holdSeconds: 0,
    phoneInDoubt: false,
    isFromQr: false,
  } as const;

  it('accepts a code of a member', () => {
    expect(mayProveByCode(member)).toBe(true);
  });

  it.each([
    ['of an administrator', { role: 'admin' }],
    ['of a member who uses an authenticator app', { hasApp: true }],
    ['while changes are on hold', { holdSeconds: 1 }],
    ['of a member whose phone is in doubt', { phoneInDoubt: true }],
    ['in a session that began with a QR code', { isFromQr: true }],
  ] as const)('accepts no code %s', (_case, fact) => {
    expect(mayProveByCode({ ...member, ...fact })).toBe(false);
  });
});
