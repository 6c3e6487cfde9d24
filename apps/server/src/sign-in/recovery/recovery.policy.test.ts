import { describe, expect, it } from 'vitest';
import {
  castsDoubtOnPhone,
  codeReturnSeconds,
  foldEmail,
  isRecoveredByMail,
  keptFor,
  keptSeconds,
  linkTtlSeconds,
  mayStart,
  receivedTtlSeconds,
  stopsPerMonth,
  waitSeconds,
} from './recovery.policy.ts';

const channels = ['mail', 'phone', 'code', 'support'] as const;

describe('starting a recovery', () => {
  it.each(channels)('is refused by %s while another recovery is open', (channel) => {
    expect(mayStart(channel, { hasOpen: false, stopped: 0 })).toBe(true);
    expect(mayStart(channel, { hasOpen: true, stopped: 0 })).toBe(false);
  });

  it.each(channels)('is refused by %s after the owner has stopped three, except for support', (channel) => {
    expect(mayStart(channel, { hasOpen: false, stopped: stopsPerMonth - 1 })).toBe(true);
    expect(mayStart(channel, { hasOpen: false, stopped: stopsPerMonth })).toBe(channel === 'support');
  });

  it.each([
    ['user', 'active', false, true],
    ['user', 'locked', true, true],
    ['user', 'locked', false, false],
    ['admin', 'active', false, false],
    ['admin', 'locked', true, false],
  ] as const)(
    'by mail is open to an account with role %s, status %s, locked by its owner %s: %s',
    (role, status, lockedByOwner, expected) => {
      expect(isRecoveredByMail({ role, status, lockedByOwner })).toBe(expected);
    },
  );

  it.each(channels)('keeps a recovery by %s during its wait and until it continues', (channel) => {
    expect(keptFor(channel) - waitSeconds).toBe(channel === 'code' ? codeReturnSeconds : keptSeconds);
  });
});

it.each([
  ['password-reset', true],
  ['phone-changed', true],
  ['recovery-code-used', true],
  ['account-recovered', true],
  ['new-device', false],
  ['password-changed', false],
])('treats the phone as doubtful after a report of %s: %s', (kind, expected) => {
  expect(castsDoubtOnPhone(kind)).toBe(expected);
});

it.each([
  ['  An@Example.VN ', 'an@example.vn'],
  ['an@bücher.vn', 'an@xn--bcher-kva.vn'],
  ['a@b@example.vn', 'a@b@example.vn'],
  ['no-address', '@no-address'],
  ['', '@'],
])('folds the address %j to %j', (input, expected) => {
  expect(foldEmail(input)).toBe(expected);
});

it('waits 72 hours, keeps a link for 48 hours and a request without an owner for a day', () => {
  expect([waitSeconds, linkTtlSeconds, receivedTtlSeconds]).toEqual([259_200, 172_800, 86_400]);
});
