import { describe, expect, it } from 'vitest';
import { noticeKinds } from '@vid/contract/messages/notices';
import { isTrusted } from '#account/notices/notices.policy.ts';
import {
  castsDoubtOnPhone,
  codeReturnSeconds,
  codeTtlSeconds,
  cookieSeconds,
  foldEmail,
  isRecoveredByMail,
  keptFor,
  keptSeconds,
  linkTtlSeconds,
  keepsSupport,
  mayStart,
  skipsWait,
  receivedTtlSeconds,
  stopsPerMonth,
  waitSeconds,
} from './recovery.policy.ts';

const channels = ['mail', 'phone', 'code', 'support'] as const;

describe('a recovery', () => {
  it('skips the wait only with a code at least 72 hours old', () => {
    for (const codeAgeSeconds of [0, waitSeconds - 1, waitSeconds, 10 * waitSeconds])
      for (const holdSeconds of [-5, 0, 1, 86_400])
        for (const isLocked of [false, true])
          for (const open of [null, ...channels])
            expect(skipsWait({ codeAgeSeconds, holdSeconds, isLocked, open })).toBe(
              codeAgeSeconds >= 259_200 && holdSeconds < 1 && !isLocked && open !== 'support',
            );
  });

  it.each(channels)('replaces an open recovery only by support or by code (%s)', (channel) => {
    const mayReplace = (open: (typeof channels)[number] | null) =>
      mayStart(channel, { open, stopped: [], isMailPaused: false });
    expect(mayReplace(null)).toBe(true);
    expect(channels.filter(mayReplace)).toEqual(
      { support: ['mail', 'phone', 'code'], code: ['mail'], mail: [], phone: [] }[channel],
    );
  });

  it('X3 cannot start by mail while recoveries by mail are paused', () => {
    const started = channels.filter((channel) =>
      mayStart(channel, { open: null, stopped: ['mail'], isMailPaused: true }),
    );
    expect(started).toEqual(['phone', 'code', 'support']);
  });

  it.each(channels)('X3 cannot start after three stops except by support (%s)', (channel) => {
    const others = channels.filter((other) => other !== channel).flatMap((other) => [other, other, other]);
    const mayStartAfter = (stops: number) =>
      mayStart(channel, {
        open: null,
        stopped: [...others, ...Array<typeof channel>(stops).fill(channel)],
        isMailPaused: false,
      });
    expect(mayStartAfter(stopsPerMonth - 1)).toBe(true);
    expect(mayStartAfter(stopsPerMonth)).toBe(channel === 'support');
  });

  it.each([
    ['can', 'an active member', { role: 'user', status: 'active', lockedByOwner: false }],
    ['can', 'a member who locked the account', { role: 'user', status: 'locked', lockedByOwner: true }],
    ['cannot', 'a member whom others locked', { role: 'user', status: 'locked', lockedByOwner: false }],
    ['cannot', 'an active administrator', { role: 'admin', status: 'active', lockedByOwner: false }],
    ['cannot', 'a locked administrator', { role: 'admin', status: 'locked', lockedByOwner: true }],
  ] as const)('by mail %s start for %s', (verdict, _who, account) => {
    expect(isRecoveredByMail(account)).toBe(verdict === 'can');
  });

  it.each(channels)('by %s is kept for its wait and the time to continue', (channel) => {
    expect(keptFor(channel) - waitSeconds).toBe(channel === 'code' ? codeReturnSeconds : keptSeconds);
  });
});

describe('a report of an event', () => {
  const day = 86_400_000;
  const at = new Date('2026-06-01T00:00:00Z');
  const before = (days: number, ms = 0) => new Date(at.getTime() - days * day - ms);
  const phoneKinds = [
    'password-reset',
    'phone-changed',
    'phone-replaced',
    'phone-change-undone',
    'account-recovered',
    'account-returned',
  ];
  const otherKinds = noticeKinds.filter((kind) => !phoneKinds.includes(kind));
  const first = { phoneSince: null, provedAt: null };

  it('casts doubt on the first phone from a channel 30 days old', () => {
    for (const [channelSince, expected] of [
      [null, true],
      [before(400), true],
      [before(30), true],
      [before(30, -1), false],
      [at, false],
    ] as const) {
      expect(isTrusted({ at, channelSince })).toBe(expected);
      expect(keepsSupport({ at, channelSince }, { isSupportStopped: false })).toBe(!expected);
      expect(keepsSupport({ at, channelSince }, { isSupportStopped: true })).toBe(true);
      for (const kind of phoneKinds)
        expect(castsDoubtOnPhone({ kind, at, channelSince }, first)).toBe(expected);
      for (const kind of otherKinds) expect(castsDoubtOnPhone({ kind, at, channelSince }, first)).toBe(false);
    }
  });

  it('casts doubt on a phone that replaced another within 30 days', () => {
    for (const [phoneSince, expected] of [
      [before(-1), true],
      [at, true],
      [before(30, -1), true],
      [before(30), false],
      [before(400), false],
    ] as const)
      for (const kind of otherKinds)
        expect(castsDoubtOnPhone({ kind, at, channelSince: null }, { ...first, phoneSince })).toBe(expected);
  });

  it('K1 casts no doubt on a phone that a return has proved', () => {
    const phoneSince = before(5);
    for (const kind of otherKinds) {
      const report = { kind, at, channelSince: null };
      expect(castsDoubtOnPhone(report, { phoneSince, provedAt: phoneSince })).toBe(false);
      expect(castsDoubtOnPhone(report, { phoneSince, provedAt: before(6) })).toBe(true);
    }
  });

  it('K1 casts no doubt from a new channel on an older phone', () => {
    for (const kind of noticeKinds) {
      const report = { kind, at, channelSince: before(5) };
      expect(castsDoubtOnPhone(report, { ...first, phoneSince: before(4) })).toBe(true);
      expect(castsDoubtOnPhone(report, { ...first, phoneSince: before(5) })).toBe(true);
      expect(castsDoubtOnPhone(report, { ...first, phoneSince: before(6) })).toBe(false);
    }
  });
});

it.each([
  ['  An@Example.VN ', 'an@example.vn'],
  ['an@bücher.vn', 'an@xn--bcher-kva.vn'],
  ['a@b@example.vn', 'a@b@example.vn'],
  ['no-address', '@no-address'],
  ['', '@'],
])('the e-mail address %j is compared as %j', (input, expected) => {
  expect(foldEmail(input)).toBe(expected);
});

it('a recovery waits 72 hours, and its link lasts 48 hours', () => {
  expect([waitSeconds, linkTtlSeconds, receivedTtlSeconds]).toEqual([259_200, 172_800, 86_400]);
});

it('a recovery by code lasts an hour without a wait', () => {
  expect([codeTtlSeconds, cookieSeconds, codeReturnSeconds, keptSeconds]).toEqual([
    3_600, 3_600, 604_800, 2_592_000,
  ]);
});
