import { describe, expect, it } from 'vitest';
import {
  decide,
  demandsOn,
  missingFactor,
  notifiesNewDevice,
  type RecentEvent,
  waitBefore,
  waitOfLocked,
  type Proved,
  type SignInFacts,
} from './complete.policy.ts';
import { signInMethods } from './proof.ts';

const member: SignInFacts = {
  role: 'user',
  hasApp: false,
  hasPasskey: false,
  isRemembered: false,
  phoneInDoubt: false,
  earlier: undefined,
};
const admin: SignInFacts = { ...member, role: 'admin' };
const byPassword: Proved = { method: 'password', amr: ['pwd'], isUnconfirmed: false, isSecondStep: false };
const byCode: Proved = { ...byPassword, method: 'otp', amr: ['otp', 'sms'] };
const byPasskey: Proved = { ...byPassword, method: 'passkey', amr: ['pop'] };
const bySocial: Proved = { ...byPassword, method: 'social', amr: ['fed'] };
const byAppCode: Proved = { ...byPassword, amr: ['otp'], isSecondStep: true };

const step = (name: string, ...amr: string[]) => ({ outcome: 'step', step: name, amr });
const session = (isConfirmed: boolean, ...amr: string[]) => ({ outcome: 'session', amr, isConfirmed });

it('a code sent to a phone in doubt is not enough alone', () => {
  for (const account of [member, admin, { ...member, hasApp: true }]) {
    const inDoubt = { ...account, phoneInDoubt: true };
    expect(decide(byCode, inDoubt)).toEqual({ outcome: 'phone-in-doubt' });
    const withPassword: Proved = { ...byCode, amr: ['pwd', 'otp', 'sms', 'fed'] };
    for (const proved of [byPassword, byPasskey, bySocial, byAppCode, withPassword])
      expect(decide(proved, inDoubt)).toEqual(decide(proved, account));
  }
});

describe('a first proof', () => {
  it.each([
    ['a session for a member, by password', byPassword, member, session(true, 'pwd')],
    ['a session for a member, by code', byCode, member, session(false, 'otp', 'sms')],
    [
      'a session for a member with a passkey, by password',
      byPassword,
      { ...member, hasPasskey: true },
      session(true, 'pwd'),
    ],
    [
      'the step “code-of-app” for a member with an app',
      byPassword,
      { ...member, hasApp: true },
      step('code-of-app', 'pwd'),
    ],
    [
      'a session for a member with an app, on a remembered device',
      byPassword,
      { ...member, hasApp: true, isRemembered: true },
      session(true, 'pwd'),
    ],
    [
      'a session for a member with an app, by passkey',
      byPasskey,
      { ...member, hasApp: true },
      session(true, 'pop', 'mfa'),
    ],
    [
      'the step “both-proofs” for an administrator, by password',
      byPassword,
      admin,
      step('both-proofs', 'pwd'),
    ],
    [
      'the step “both-proofs” for an administrator, by code',
      byCode,
      admin,
      step('both-proofs', 'otp', 'sms'),
    ],
    [
      'the step “passkey” for an administrator with a passkey, by password',
      byPassword,
      { ...admin, hasPasskey: true },
      step('passkey', 'pwd'),
    ],
    [
      'the step “code-of-app” for an administrator with an app',
      byPassword,
      { ...admin, hasApp: true },
      step('code-of-app', 'pwd'),
    ],
    [
      'the step “code-of-app” for an administrator with an app and a passkey',
      byPassword,
      { ...admin, hasApp: true, hasPasskey: true },
      step('code-of-app', 'pwd'),
    ],
    [
      'the step “code-of-app” for an administrator with an app, on a remembered device',
      byPassword,
      { ...admin, hasApp: true, isRemembered: true },
      step('code-of-app', 'pwd'),
    ],
    [
      'a session for an administrator, by passkey',
      byPasskey,
      { ...admin, hasPasskey: true },
      session(true, 'pop', 'mfa'),
    ],
    [
      'a session for an administrator, by password and code at once',
      { ...byPassword, amr: ['pwd', 'otp', 'sms'] },
      admin,
      session(true, 'pwd', 'otp', 'sms', 'mfa'),
    ],
  ] as const)('leads to %s', (_case, proved, facts, expected) => {
    expect(decide(proved, facts)).toEqual(expected);
  });
});

describe('a second proof', () => {
  const earlier = { amr: ['pwd'] };

  it('completes an administrator’s sign-in in either order', () => {
    expect(decide(byCode, { ...admin, earlier })).toEqual(session(true, 'pwd', 'otp', 'sms', 'mfa'));
    expect(decide(byPassword, { ...admin, earlier: { amr: ['otp', 'sms'] } })).toEqual(
      session(true, 'pwd', 'otp', 'sms', 'mfa'),
    );
  });

  it('does not complete the sign-in if it repeats the first factor', () => {
    expect(decide(byPassword, { ...admin, earlier })).toEqual(step('both-proofs', 'pwd'));
  });

  it('by code does not suffice for an administrator with a passkey', () => {
    expect(decide(byCode, { ...admin, hasPasskey: true, earlier })).toEqual(
      step('passkey', 'pwd', 'otp', 'sms'),
    );
  });

  it('is not combined with the password of a member without an app', () => {
    expect(decide(byCode, { ...member, earlier })).toEqual(session(false, 'otp', 'sms'));
  });

  it('by a code of the authenticator app completes the sign-in', () => {
    expect(decide(byAppCode, { ...member, hasApp: true, earlier })).toEqual(
      session(true, 'pwd', 'otp', 'mfa'),
    );
    // The app was removed between the two steps.
    expect(decide(byAppCode, { ...member, earlier })).toEqual(session(true, 'pwd', 'otp', 'mfa'));
    expect(decide(byAppCode, { ...admin, hasApp: true, earlier })).toEqual(
      session(true, 'pwd', 'otp', 'mfa'),
    );
  });

  it('by a code of the app is refused without a first proof', () => {
    expect(decide(byAppCode, { ...member, hasApp: true })).toEqual({ outcome: 'refusal' });
  });
});

describe('the authentication methods of a session', () => {
  it.each([
    ['sign-up', ['otp', 'sms'], false, 'allow'],
    ['qr', ['pwd'], false, 'do not allow'],
    ['password', ['pwd'], true, 'do not allow'],
    ['passkey', ['pop'], true, 'do not allow'],
    ['passkey', ['pop'], false, 'allow'],
    ['social', ['fed'], false, 'do not allow'],
    ['social', ['pwd', 'otp', 'sms', 'fed'], false, 'allow'],
  ] as const)(
    '$3 sensitive changes after a sign-in by $0 with amr $1 (unconfirmed: $2)',
    (method, amr, isUnconfirmed, verdict) => {
      const decision = decide({ method, amr, isUnconfirmed, isSecondStep: false }, member);
      expect(decision).toMatchObject({ outcome: 'session', isConfirmed: verdict === 'allow' });
    },
  );

  it('are listed in a fixed order without a claimed “mfa”', () => {
    const proved = { ...byPassword, amr: ['fed', 'sms', 'otp', 'pwd', 'mfa'] } as const;
    expect(decide(proved, member)).toMatchObject({ amr: ['pwd', 'otp', 'sms', 'fed'] });
  });
});

it.each([
  ['both-proofs', ['pwd'], 'code'],
  ['both-proofs', ['otp', 'sms'], 'password'],
  ['both-proofs', ['fed'], 'password'],
  ['passkey', ['pwd'], 'passkey'],
] as const)('the step “%s” after %j lacks the factor “%s”', (name, amr, expected) => {
  expect(missingFactor(name, amr)).toBe(expected);
});

it('every sign-in method except sign-up and QR notifies of a new device', () => {
  expect(signInMethods.filter(notifiesNewDevice)).toEqual(['password', 'otp', 'passkey', 'social']);
});

const events = (kind: RecentEvent['kind'], count: number): RecentEvent[] =>
  Array.from({ length: count }, (_, index) => ({ kind, ageSeconds: index + 1 }));

const wait = (outcome: 'session' | 'step', recent: readonly RecentEvent[], isKnownDevice = false) =>
  waitBefore(outcome, { recent, perHour: 600, isKnownDevice });

describe('the wait before a sign-in', () => {
  it('X3 begins at the limit of sessions, even on a known device', () => {
    expect(wait('session', events('session.started', 599))).toBeNull();
    expect(wait('session', events('session.started', 600))).toBe(3_000);
    expect(wait('session', events('session.started', 600), true)).toBe(3_000);
    expect(wait('session', events('session.started', 700))).toBe(3_000);
    expect(wait('session', events('session.started', 600).toReversed())).toBe(3_000);
  });

  it('X3 begins at twice as many first steps on a known device', () => {
    expect(wait('step', events('sign-in.step', 599))).toBeNull();
    expect(wait('step', events('sign-in.step', 600))).toBe(3_000);
    expect(wait('step', events('sign-in.step', 1_199), true)).toBeNull();
    expect(wait('step', events('sign-in.step', 1_200), true)).toBe(2_400);
  });

  it('X3 counts sessions and first steps separately', () => {
    expect(wait('session', events('sign-in.step', 600))).toBeNull();
    expect(wait('step', events('session.started', 600))).toBeNull();
    expect(waitOfLocked({ recent: events('sign-in.step', 600), perHour: 600 })).toBeNull();
    expect(waitOfLocked({ recent: events('sign-in.failed', 600), perHour: 600 })).toBe(3_000);
  });

  it.each(['password.reset', 'account.recovered'] as const)(
    'X3 ignores sign-ins before the event %s',
    (kind) => {
      const signIns = events('session.started', 600);
      expect(wait('session', [...signIns, { kind, ageSeconds: 600 }])).toBeNull();
      expect(wait('session', [...signIns, { kind, ageSeconds: 601 }])).toBe(3_000);
      expect(wait('session', [...signIns, { kind, ageSeconds: 601 }, { kind, ageSeconds: 1 }])).toBeNull();
    },
  );

  it('lasts at least a second', () => {
    const oldest = { kind: 'session.started', ageSeconds: 3_599.9999 } as const;
    expect(waitBefore('session', { recent: [oldest], perHour: 1, isKnownDevice: false })).toBe(1);
    expect(wait('session', [...events('session.started', 599), { ...oldest, ageSeconds: 3_600 }])).toBeNull();
  });
});

it('a sign-in demands the deletion decision, then a new password, then agreement', () => {
  const none = { mustDecideDeletion: false, mustChangePassword: false, mustAgree: false };
  expect(demandsOn({ mustDecideDeletion: true, mustChangePassword: true, mustAgree: true })).toEqual([
    'decide-deletion',
    'change-password',
    'agree',
  ]);
  expect(demandsOn({ ...none, mustAgree: true })).toEqual(['agree']);
  expect(demandsOn(none)).toEqual([]);
});
