import { describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { AppError } from '#lib/app-error.ts';
import {
  isRecent,
  mayProveByCode,
  requireConfirmed,
  requireNoDemand,
  requireNoHold,
  requireRecent,
  sessionTtl,
} from './session.policy.ts';

const noDemand = { mustDecideDeletion: false, mustChangePassword: false, mustAgree: false };

describe('sessionTtl', () => {
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
    { isRecent: false, isConfirmed: false, expected: { code: 'REAUTHENTICATION_REQUIRED' } },
    { isRecent: true, isConfirmed: false, expected: undefined },
    { isRecent: false, isConfirmed: true, expected: undefined },
  ])('accept a recent or confirmed session for a sensitive change: %j', ({ expected, ...session }) => {
    expect(refusalOf(() => requireRecent(session))).toEqual(expected);
  });

  it('accept only a confirmed session for a change that a phone alone must not allow', () => {
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
    { ...noDemand, expected: undefined },
    {
      mustDecideDeletion: true,
      mustChangePassword: true,
      mustAgree: true,
      expected: { code: 'DELETION_PENDING' },
    },
    {
      ...noDemand,
      mustChangePassword: true,
      mustAgree: true,
      expected: { code: 'PASSWORD_CHANGE_REQUIRED' },
    },
    { ...noDemand, mustAgree: true, expected: { code: 'AGREEMENT_REQUIRED' } },
  ])(
    'refuse single sign-on until the account has completed its required steps: %j',
    ({ expected, ...session }) => {
      expect(refusalOf(() => requireNoDemand(session))).toEqual(expected);
    },
  );
});

describe('mayProveByCode', () => {
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
    { role: 'admin' },
    { hasApp: true },
    { holdSeconds: 1 },
    { phoneInDoubt: true },
    { isFromQr: true },
  ] as const)('accepts no code if a sign-in by code would not be enough: %o', (fact) => {
    expect(mayProveByCode({ ...member, ...fact })).toBe(false);
  });
});
