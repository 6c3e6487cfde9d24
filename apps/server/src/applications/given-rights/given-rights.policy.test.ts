import { describe, expect, it } from 'vitest';
import { comparePermissions, restorePermissions, restoresSetting } from './given-rights.policy.ts';
import type { FormerPermission as Permission } from '#platform/right-changes.ts';

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

describe('the permissions that a return restores', () => {
  const former = [permission('per_a'), permission('per_b', { status: 'locked' })];

  it('are the former ones if the account has any', () => {
    expect(restorePermissions([permission('per_c')], former)).toEqual(former);
    expect(restorePermissions([permission('per_c')], [])).toEqual([]);
    const present = [permission('per_c', { status: 'locked' }), permission('per_d')];
    expect(restorePermissions(present, former)).toEqual(former);
  });

  it('are none if the account has none, and locked if all present ones are', () => {
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

  it('name a changed role with the previous one, and nothing for an equal permission', () => {
    const before = [permission('per_a', { role: 'admin' }), permission('per_b')];
    const after = [permission('per_a'), permission('per_b', { created_by: 'acc_b' })];
    expect(comparePermissions(before, after)).toEqual([
      { change: 'role', permission: after[0], previousRole: 'admin' },
    ]);
  });
});

describe('a setting of an application', () => {
  it.each([
    ['access', 'restricted', true],
    ['access', 'open', false],
    ['is_first_party', false, true],
    ['is_first_party', true, false],
    ['status', 'disabled', true],
    ['status', 'active', false],
    ['name', 'Shop', true],
    ['owner_id', null, true],
    ['owner_id', 'acc_a', true],
    ['logo', null, false],
  ])('%s is restored to %s: %s', (name, former, expected) => {
    expect(restoresSetting(name, former)).toBe(expected);
  });
});
