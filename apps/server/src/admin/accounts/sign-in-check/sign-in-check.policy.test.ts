import { signInLimits, signInReasons } from '@vid/contract/endpoints/admin/accounts/account-sign-in';
import { describe, expect, it } from 'vitest';
import {
  deliveredOf,
  gatewayOf,
  judgeSignIn,
  liftOf,
  stateOf,
  wrongTries,
  type Code,
  type InForce,
  type LimitName,
  type SignInFacts,
} from './sign-in-check.policy.ts';

const now = new Date('2026-03-10T03:00:00.000Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);
const later = new Date(now.getTime() + 600_000);

const sent: Code = {
  createdAt: ago(60),
  sentAt: ago(60),
  isUndelivered: false,
  attempts: 0,
  maxAttempts: 5,
  verifiedAt: null,
  tokenUsedAt: null,
  expiresAt: new Date(now.getTime() + 240_000),
};
const open: SignInFacts = {
  now,
  status: 'active',
  lockedByOwner: false,
  hasPhone: true,
  hasPassword: true,
  mustChangePassword: false,
  hasOtherWay: false,
  phoneInDoubt: false,
  isDormant: false,
  limits: [],
  lastCode: undefined,
};
const limited = (limit: LimitName, until: Date | null = later): InForce => ({ limit, until, network: null });
const judge = (change: Partial<SignInFacts>) => judgeSignIn({ ...open, ...change });

describe('the verdict about a sign-in', () => {
  it.each<[string, Partial<SignInFacts>]>([
    ['locked', { status: 'locked' }],
    ['locked-by-owner', { status: 'locked', lockedByOwner: true }],
    ['no-way', { hasPhone: false }],
  ])('is “no” for the reason %s', (reason, change) => {
    expect(judge(change)).toEqual({ answer: 'no', reason, until: null });
  });

  it.each<[string, Partial<SignInFacts>, Date | null]>([
    ['phone-in-doubt', { phoneInDoubt: true }, null],
    ['dormant', { isDormant: true }, null],
    ['codes-limit', { limits: [limited('codes-hour')] }, later],
    ['shared-limit', { limits: [limited('network-hour')] }, later],
    ['sms-paused', { limits: [limited('sms-paused', null)] }, null],
  ])('is “no” for the reason %s if the account has no password', (reason, change, until) => {
    expect(judge({ ...change, hasPassword: false })).toEqual({ answer: 'no', reason, until });
  });

  it.each<[string, Partial<SignInFacts>, Date | null]>([
    ['app-codes-limit', { limits: [limited('app-codes')] }, later],
    ['no-phone', { hasPhone: false, hasOtherWay: true }, null],
    ['phone-in-doubt', { phoneInDoubt: true }, null],
    ['dormant', { isDormant: true }, null],
    ['codes-limit', { limits: [limited('codes-slot')] }, later],
    ['codes-limit', { limits: [limited('codes-hour')] }, later],
    ['codes-limit', { limits: [limited('codes-day')] }, later],
    ['shared-limit', { limits: [limited('network-unanswered')] }, later],
    ['shared-limit', { limits: [limited('network-hour')] }, later],
    ['shared-limit', { limits: [limited('prefix')] }, later],
    ['shared-limit', { limits: [limited('all')] }, later],
    ['sms-paused', { limits: [limited('sms-paused', null)] }, null],
    ['sms-failed', { lastCode: { ...sent, isUndelivered: true, expiresAt: ago(59) } }, null],
    ['sms-failed', { lastCode: { ...sent, sentAt: null } }, null],
    ['code-locked', { lastCode: { ...sent, attempts: 5 } }, null],
    ['code-mistyped', { lastCode: { ...sent, attempts: 1 } }, null],
    ['code-mistyped', { lastCode: { ...sent, attempts: 4, createdAt: ago(600), expiresAt: ago(300) } }, null],
    ['code-not-entered', { lastCode: sent }, null],
    ['code-not-entered', { lastCode: sent, limits: [limited('codes-wait')] }, later],
    ['code-not-entered', { lastCode: { ...sent, createdAt: ago(600), expiresAt: ago(300) } }, null],
    ['phone-in-doubt', { hasPassword: false, hasOtherWay: true, phoneInDoubt: true }, null],
    ['password-wait', { limits: [limited('password-wait')] }, later],
    ['password-code', { limits: [limited('password-code', null)] }, null],
  ])('is “partly” for the reason %s', (reason, change, until) => {
    expect(judge(change)).toEqual({ answer: 'partly', reason, until });
  });

  it.each<[string, Partial<SignInFacts>]>([
    ['no-password', { hasPassword: false }],
    ['no-password', { hasPassword: false, limits: [limited('password-wait')] }],
    ['open', {}],
    ['open', { hasOtherWay: true }],
    ['open', { limits: [limited('codes-wait')] }],
    ['open', { limits: [limited('codes-attacked', null)] }],
    ['open', { lastCode: { ...sent, verifiedAt: now, attempts: 1 } }],
    ['open', { lastCode: { ...sent, createdAt: ago(1_801), expiresAt: ago(1_501) } }],
    ['must-change-password', { mustChangePassword: true }],
  ])('is “yes” for the reason %s', (reason, change) => {
    expect(judge(change)).toEqual({ answer: 'yes', reason, until: null });
  });

  it('names the most serious of any two obstacles', () => {
    const obstacles: readonly (readonly [(typeof signInReasons)[number], Partial<SignInFacts>])[] = [
      ['locked', { status: 'locked' }],
      ['no-way', { hasPhone: false, hasOtherWay: false }],
      ['app-codes-limit', { limits: [limited('app-codes')] }],
      ['phone-in-doubt', { phoneInDoubt: true }],
      ['dormant', { isDormant: true }],
      ['codes-limit', { limits: [limited('codes-day')] }],
      ['shared-limit', { limits: [limited('prefix')] }],
      ['sms-paused', { limits: [limited('sms-paused')] }],
      ['sms-failed', { lastCode: { ...sent, isUndelivered: true } }],
      ['password-wait', { limits: [limited('password-wait')] }],
      ['password-code', { limits: [limited('password-code')] }],
      ['must-change-password', { mustChangePassword: true }],
    ];
    for (const [place, [worse, change]] of obstacles.entries())
      for (const [, other] of obstacles.slice(place + 1)) {
        const limits = [...(other.limits ?? []), ...(change.limits ?? [])];
        expect(judge({ ...other, ...change, limits }).reason).toBe(worse);
      }
    const order = obstacles.map(([reason]) => signInReasons.indexOf(reason));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  const booleans = [true, false];
  const changes: Partial<SignInFacts>[] = booleans.flatMap((hasPhone) =>
    booleans.flatMap((hasOtherWay) =>
      booleans.flatMap((phoneInDoubt) =>
        booleans.flatMap((isDormant) =>
          booleans.map((mustChangePassword) => ({
            hasPhone,
            hasOtherWay,
            phoneInDoubt,
            isDormant,
            mustChangePassword,
          })),
        ),
      ),
    ),
  );

  it('is “no” despite a password if the account is locked', () => {
    for (const limit of signInLimits)
      for (const change of changes) {
        const limits = [limited(limit)];
        const isWithout = change.hasPhone === false && change.hasOtherWay === false;
        expect(judge({ ...change, limits }).answer === 'no').toBe(isWithout);
        expect(judge({ ...change, limits, status: 'locked' }).answer).toBe('no');
      }
  });

  it('is not “yes” under a limit except codes-wait and codes-attacked', () => {
    const obstacles = signInLimits.filter((limit) => limit !== 'codes-wait' && limit !== 'codes-attacked');
    for (const limit of obstacles)
      for (const change of changes)
        expect(judge({ ...change, limits: [limited(limit)] }).answer).not.toBe('yes');
  });
});

describe('a limit', () => {
  it('can be lifted if it applies only to the account or its number', () => {
    expect(Object.groupBy(signInLimits, (limit) => liftOf(limit) ?? 'shared')).toEqual({
      passwords: ['password-wait', 'password-code'],
      codes: ['codes-wait', 'codes-slot', 'codes-hour', 'codes-day', 'codes-attacked'],
      'app-codes': ['app-codes'],
      shared: ['network-unanswered', 'network-hour', 'prefix', 'all', 'sms-paused'],
    });
  });
});

describe('a requested code', () => {
  it.each<[string, string, string, Partial<Code>]>([
    ['waiting', 'accepted', 'unknown', {}],
    ['waiting', 'sending', 'unknown', { createdAt: ago(5), sentAt: ago(5) }],
    ['waiting', 'accepted', 'unknown', { createdAt: ago(6), sentAt: ago(6) }],
    ['waiting', 'accepted', 'unknown', { sentAt: ago(1), attempts: 1 }],
    ['waiting', 'unsent', 'no', { sentAt: null }],
    ['failed', 'failed', 'no', { isUndelivered: true, expiresAt: ago(59) }],
    ['locked', 'accepted', 'unknown', { attempts: 5 }],
    ['entered', 'accepted', 'yes', { attempts: 1, verifiedAt: ago(30) }],
    ['entered', 'accepted', 'yes', { sentAt: ago(1), verifiedAt: now }],
    ['used', 'accepted', 'yes', { attempts: 2, verifiedAt: ago(30), tokenUsedAt: ago(29) }],
    ['replaced', 'accepted', 'unknown', { expiresAt: ago(1) }],
    ['expired', 'accepted', 'unknown', { createdAt: ago(301), sentAt: ago(301), expiresAt: ago(1) }],
    ['expired', 'accepted', 'unknown', { createdAt: ago(300), sentAt: ago(300), expiresAt: now }],
  ])(
    'has the state “%s”, the gateway state “%s” and the delivery “%s”',
    (state, gateway, delivered, change) => {
      const code = { ...sent, ...change };
      expect([stateOf(code, now), gatewayOf(code, now), deliveredOf(code)]).toEqual([
        state,
        gateway,
        delivered,
      ]);
    },
  );

  it('excludes the correct attempt from its wrong attempts', () => {
    expect(wrongTries({ ...sent, attempts: 3 })).toBe(3);
    expect(wrongTries({ ...sent, attempts: 3, verifiedAt: now })).toBe(2);
    expect(wrongTries({ ...sent, verifiedAt: now })).toBe(0);
  });
});
