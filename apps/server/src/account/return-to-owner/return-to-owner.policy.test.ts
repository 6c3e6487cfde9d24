import { describe, expect, it } from 'vitest';
import {
  castsDoubt,
  endsPassword,
  extendList,
  isKeptAtReset,
  keepsApp,
  keepsDoubt,
  keepsEmail,
  keepsEmailAtReset,
  keepsOlderLinks,
  keepsUndo,
  opensLock,
  provesOwner,
  provesPhone,
  returnWays,
  restoresEmail,
  rightsSince,
  type Removed,
  type ReturnFacts,
} from './return-to-owner.policy.ts';

const day = 86_400_000;
const createdAt = new Date('2026-01-01T00:00:00Z');
const after = (days: number, ms = 0) => new Date(createdAt.getTime() + days * day + ms);
const facts = (more: Partial<ReturnFacts> = {}): ReturnFacts => ({
  now: after(100),
  createdAt,
  returnedAt: null,
  provedAt: null,
  disputedAt: null,
  phoneSince: null,
  ...more,
});

describe('rights given to others', () => {
  it.each([
    ['30 days before the return', facts(), after(70)],
    ['30 days before the reported event', facts({ disputedAt: after(90) }), after(60)],
    ['the last return, if that is later', facts({ returnedAt: after(75) }), after(75)],
    ['the sign-up, if that is later', facts({ now: after(10) }), createdAt],
  ])('are withdrawn if they were given since %s', (_name, known, since) => {
    expect(rightsSince(known, { sessionMaxDays: 30, adminMaxHours: 12 })).toEqual(since);
  });

  it.each([
    ['no session lives longer than a day', { sessionMaxDays: 1, adminMaxHours: 1 }, 30],
    ['members’ sessions live 90 days', { sessionMaxDays: 90, adminMaxHours: 12 }, 90],
    ['administrators’ sessions live 40 days', { sessionMaxDays: 30, adminMaxHours: 960 }, 40],
  ])('are withdrawn over the longest session or 30 days, if %s', (_name, limits, days) => {
    expect(rightsSince(facts(), limits)).toEqual(after(100 - days));
  });
});

it.each(returnWays)('the way of return %s decides whether an authenticator app remains', (way) => {
  const isByPhone = ['lock-opened', 'phone-restored', 'email-restored', 'lock-lifted'].includes(way);
  const reported = facts({ disputedAt: after(90) });
  expect(keepsApp(way, after(60), reported)).toBe(isByPhone);
  expect(keepsApp(way, after(60, 1), reported)).toBe(false);
  expect(keepsApp(way, after(70), facts())).toBe(isByPhone);
  expect(keepsApp(way, after(70), facts({ disputedAt: after(110) }))).toBe(isByPhone);
  expect(keepsApp(way, after(70, 1), facts({ disputedAt: after(110) }))).toBe(false);
});

describe('the e-mail address', () => {
  it.each(returnWays)('is removed if it is not confirmed (way of return: %s)', (way) => {
    for (const addedAt of [createdAt, after(50), after(100)])
      expect(keepsEmail(way, { addedAt, isConfirmed: false }, facts())).toBe(false);
  });

  it.each(returnWays)('is kept if confirmed 30 days earlier, except by support (way: %s)', (way) => {
    const isKept = (addedAt: Date, known: ReturnFacts) =>
      keepsEmail(way, { addedAt, isConfirmed: true }, known);
    const expected = [way !== 'recovered-by-support', false];
    // Nothing was reported, so the limit is 30 days before the return.
    expect([isKept(after(70), facts()), isKept(after(70, 1), facts())]).toEqual(expected);
    // The limit is 30 days before the reported event.
    const reported = facts({ disputedAt: after(90) });
    expect([isKept(after(60), reported), isKept(after(60, 1), reported)]).toEqual(expected);
  });
});

it('K1 every return except by support restores an address of 30 days', () => {
  for (const way of returnWays) {
    const known = facts({ returnedAt: after(80) });
    const isRestored = [after(70), after(70, 1), after(80)].map((addedAt) =>
      restoresEmail(way, addedAt, known),
    );
    expect(isRestored).toEqual([way !== 'recovered-by-support', false, false]);
  }
});

it('a password reset keeps credentials that are at least a week old', () => {
  expect([isKeptAtReset(after(93), facts()), isKeptAtReset(after(93, 1), facts())]).toEqual([true, false]);
});

it('a password reset keeps an imported address that is not confirmed', () => {
  const kept = [after(93), after(93, 1)].map((addedAt) =>
    [true, false].flatMap((isConfirmed) =>
      [true, false].map((isImported) => keepsEmailAtReset({ addedAt, isConfirmed, isImported }, facts())),
    ),
  );
  expect(kept).toEqual([
    [true, true, true, false],
    [false, false, true, false],
  ]);
});

it('every return ends a lock by the owner', () => {
  for (const way of returnWays) {
    expect(opensLock(way, { lockedByOwner: true })).toBe(true);
    expect(opensLock(way, { lockedByOwner: false })).toBe(way === 'lock-lifted');
  }
});

it('a return removes the password unless it sets a new password', () => {
  expect(returnWays.filter(endsPassword)).toEqual(['phone-restored', 'email-restored', 'lock-lifted']);
});

it('a lifted lock or the operator’s reset does not prove the owner', () => {
  expect(returnWays.filter((way) => !provesOwner(way))).toEqual(['lock-lifted', 'operator-reset']);
});

const linkKeepers = (known: Partial<ReturnFacts>) =>
  returnWays.filter((way) => keepsOlderLinks(way, facts(known)));

describe('a code that lifts the owner’s lock', () => {
  it.each([
    ['proves', 'the first phone', {}],
    ['proves', 'a phone of 30 days', { phoneSince: after(70) }],
    ['does not prove', 'a phone of less than 30 days', { phoneSince: after(70, 1) }],
    ['proves', 'a new phone that a return has proved', { phoneSince: after(80), provedAt: after(80) }],
    [
      'does not prove',
      'a phone that replaced a proved phone',
      { phoneSince: after(81), provedAt: after(80) },
    ],
  ])('K1 %s %s', (verb, _phone, known) => {
    expect(provesPhone('lock-opened', facts(known))).toBe(verb === 'proves');
  });

  it('K1 keeps older links if the phone is less than 30 days old', () => {
    expect(linkKeepers({})).toEqual([]);
    expect(linkKeepers({ phoneSince: after(70) })).toEqual([]);
    expect(linkKeepers({ phoneSince: after(70, 1), provedAt: after(80) })).toEqual(['lock-opened']);
  });
});

it('K1 four ways of return do not prove a new phone', () => {
  const known = facts({ phoneSince: after(99) });
  expect(returnWays.filter((way) => !provesPhone(way, known))).toEqual([
    'lock-opened',
    'email-restored',
    'lock-lifted',
    'operator-reset',
  ]);
  expect(provesPhone('email-restored', facts())).toBe(true);
});

it('K1 only a recovery by support ends the links that undo a change', () => {
  expect(returnWays.filter((way) => !keepsUndo(way))).toEqual(['recovered-by-support']);
});

it('only a lifted lock or restored address leaves the phone in doubt', () => {
  expect(returnWays.filter(keepsDoubt)).toEqual(['email-restored', 'lock-lifted']);
});

const doubts = (known: Partial<ReturnFacts>) => returnWays.filter((way) => castsDoubt(way, facts(known)));

it('K1 only a restored address casts doubt on a new phone', () => {
  const disputedAt = after(90);
  expect(doubts({ disputedAt })).toEqual([]);
  expect(doubts({ disputedAt, phoneSince: after(60) })).toEqual([]);
  expect(doubts({ disputedAt, phoneSince: after(60, 1) })).toEqual(['email-restored']);
  expect(doubts({ disputedAt, phoneSince: after(95) })).toEqual(['email-restored']);
  expect(doubts({ disputedAt, phoneSince: after(80), provedAt: after(80) })).toEqual([]);
  expect(doubts({ disputedAt, phoneSince: after(81), provedAt: after(80) })).toEqual(['email-restored']);
  expect(doubts({ disputedAt, phoneSince: after(80), returnedAt: after(80) })).toEqual(['email-restored']);
  expect(doubts({ phoneSince: after(70, 1) })).toEqual(['email-restored']);
});

const item = (name: string, kind: Removed['kind'] = 'permission'): Removed => ({
  kind,
  name,
  addedAt: '2026-01-01T00:00:00Z',
});

it('the owner’s list contains at most 50 lost rights of a kind', () => {
  const first = [item('App A'), item('App A', 'manager')];
  const later = { ...item('App A'), addedAt: '2026-02-01T00:00:00Z' };
  const more = [item('App A', 'client'), item('App B')];
  expect(extendList(first, [later, ...more, item('App B')])).toEqual([...first, ...more]);
  const many = Array.from({ length: 49 }, (_, index) => item(`App ${index}`));
  const full = [...many, item('App X')];
  expect(extendList(many, [item('App X'), item('App Y')])).toEqual(full);
  expect(extendList(full, [item('App Z'), item('App Z', 'manager')])).toEqual([
    ...full,
    item('App Z', 'manager'),
  ]);
});
