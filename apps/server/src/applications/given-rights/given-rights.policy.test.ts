import { describe, expect, it } from 'vitest';
import {
  comparePermissions,
  isGivenBy,
  pickChanges,
  restorePermissions,
  restoresSetting,
} from './given-rights.policy.ts';
import type { Change, FormerPermission as Permission, Giver } from '#platform/right-changes.ts';

const permission = (id: string, more: Partial<Permission> = {}): Permission => ({
  id,
  account_id: 'acc_a',
  application_id: 'app_a',
  role: 'reader',
  status: 'active',
  created_by: null,
  created_at: '2026-01-01T00:00:00Z',
  ...more,
});

describe('restorePermissions', () => {
  const former = [permission('per_a'), permission('per_b', { status: 'locked' })];

  it('restores former permissions if the account still has a permission', () => {
    expect(restorePermissions([permission('per_c')], former)).toEqual(former);
    expect(restorePermissions([permission('per_c')], [])).toEqual([]);
    const present = [permission('per_c', { status: 'locked' }), permission('per_d')];
    expect(restorePermissions(present, former)).toEqual(former);
  });

  it('restores no access that the account has since lost', () => {
    expect(restorePermissions([], former)).toEqual([]);
    const locked = [permission('per_a', { status: 'locked', role: 'admin' })];
    expect(restorePermissions(locked, former).map(({ status }) => status)).toEqual(['locked', 'locked']);
  });
});

describe('the differences between permissions', () => {
  it.each([
    ['added', [], [permission('per_a')]],
    ['removed', [permission('per_a')], []],
    ['locked', [permission('per_a')], [permission('per_a', { status: 'locked' })]],
    ['unlocked', [permission('per_a', { status: 'locked' })], [permission('per_a')]],
  ])('name %s permissions', (change, before, after) => {
    expect(comparePermissions(before, after)).toEqual([{ change, permission: after[0] ?? before[0] }]);
  });

  it('name a changed role with the previous role', () => {
    const before = [permission('per_a', { role: 'admin' }), permission('per_b')];
    const after = [permission('per_a'), permission('per_b', { created_by: 'acc_b' })];
    expect(comparePermissions(before, after)).toEqual([
      { change: 'role', permission: after[0], previousRole: 'admin' },
    ]);
  });
});

describe('an application’s setting', () => {
  it.each([
    ['access', 'restricted', 'restored'],
    ['access', 'open', 'not restored'],
    ['is_first_party', false, 'restored'],
    ['is_first_party', true, 'not restored'],
    ['status', 'disabled', 'restored'],
    ['status', 'active', 'not restored'],
    ['name', 'Shop', 'restored'],
    ['owner_id', null, 'restored'],
    ['owner_id', 'acc_a', 'restored'],
    ['logo', null, 'restored'],
    ['logo', 'data:image/png;base64,AA', 'restored'],
    ['operator_name', 'Công ty A', 'restored'],
    ['policy_url', null, 'restored'],
    ['updated_at', '2026-01-01', 'not restored'],
  ])('such as $0 is $2 if its former value is $1', (name, former, outcome) => {
    expect(restoresSetting(name, former)).toBe(outcome === 'restored');
  });
});

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));

const change = (more: Partial<Change> = {}): Change => ({
  id: '1',
  kind: 'permission',
  applicationId: 'app_a',
  target: 'acc_reader',
  accountId: 'acc_thief',
  changedAt: at(5),
  isUndone: false,
  ...more,
});

describe('a change by a giver, whose rights are undone', () => {
  const giver: Giver = { accountId: 'acc_thief', since: at(4), until: at(6), applicationId: null };
  const everywhere = isGivenBy([giver]);
  const inOne = isGivenBy([{ ...giver, applicationId: 'app_a' }]);

  it.each([
    [3, 'does not count'],
    [4, 'counts'],
    [6, 'counts'],
    [7, 'does not count'],
  ])('at second %i %s if the giver’s period is 4 to 6', (second, decision) => {
    expect(everywhere(change({ changedAt: at(second) }))).toBe(decision === 'counts');
  });

  it('counts at any later time if the giver’s period has no end', () => {
    expect(isGivenBy([{ ...giver, until: null }])(change({ changedAt: at(59) }))).toBe(true);
  });

  it('does not count if another account or the operator made it', () => {
    expect(everywhere(change({ accountId: 'acc_b' }))).toBe(false);
    expect(everywhere(change({ accountId: null }))).toBe(false);
  });

  it('counts in the application of a manager whom the intruder added', () => {
    expect([inOne(change()), inOne(change({ applicationId: 'app_b' }))]).toEqual([true, false]);
    expect(everywhere(change({ applicationId: 'app_b' }))).toBe(true);
  });

  it.each([
    ['access', 'counts'],
    ['owner_id', 'does not count'],
    ['name', 'does not count'],
  ])('of the setting %s by a manager whom the intruder added %s', (target, decision) => {
    const setting = change({ kind: 'application', target });
    expect([inOne(setting), everywhere(setting)]).toEqual([decision === 'counts', true]);
  });
});

const isGiven = ({ accountId }: Change): boolean => accountId === 'acc_thief';

describe('the change whose former value is restored', () => {
  const other = { accountId: 'acc_b' };
  const undone = { ...other, isUndone: true };

  it.each([
    ['the first by the intruder', [{}, {}], { id: '1', isOverwritten: false }],
    ['the first since another account decided', [{}, other, {}, {}], { id: '3', isOverwritten: false }],
    ['none if another account decided last', [{}, {}, other], { id: '1', isOverwritten: true }],
    ['the first by either of two intruders, in one order', [undone, {}], { id: '1', isOverwritten: false }],
    [
      'the first by either of two intruders, in the other order',
      [{}, undone],
      { id: '1', isOverwritten: false },
    ],
    ['none if only another intruder followed', [{}, other, undone], { id: '1', isOverwritten: true }],
  ])('is %s', (_name, changes, expected) => {
    expect(
      pickChanges(
        changes.map((more, index) => change({ ...more, id: String(index + 1) })),
        isGiven,
      ),
    ).toEqual([expected]);
  });

  it('does not exist for rights that only other accounts changed', () => {
    const changes = [
      change({ id: '1' }),
      change({ ...other, id: '2', target: 'acc_c' }),
      change({ ...other, id: '3', applicationId: 'app_b' }),
      change({ ...other, id: '4', kind: 'manager' }),
    ];
    expect(pickChanges(changes, isGiven)).toEqual([{ id: '1', isOverwritten: false }]);
  });
});
