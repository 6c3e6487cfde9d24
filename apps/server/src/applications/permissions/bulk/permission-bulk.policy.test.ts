import { permissionBulkActions } from '@vid/contract/bulk';
import { describe, expect, it } from 'vitest';
import { judgePermission, judgeUndo } from './permission-bulk.policy.ts';

const roles = new Set(['reader', 'editor']);
const reader = { role: 'reader', status: 'active' } as const;
const bulk = (action: (typeof permissionBulkActions)[number]) => ({
  action,
  newRole: action === 'set-role' ? 'editor' : null,
});

describe('a bulk change', () => {
  it.each([
    ['set-role', { kind: 'role', role: 'editor' }],
    ['lock', { kind: 'locked' }],
    ['unlock', 'unchanged'],
    ['remove', { kind: 'removed' }],
  ] as const)('judges “%s” on an active permission as %j', (action, decision) => {
    expect(judgePermission(bulk(action), { present: reader, roles })).toEqual(decision);
  });

  it.each([
    ['set-role', { kind: 'role', role: 'editor' }],
    ['lock', 'unchanged'],
    ['unlock', { kind: 'unlocked' }],
    ['remove', { kind: 'removed' }],
  ] as const)('judges “%s” on a locked permission as %j', (action, decision) => {
    const present = { ...reader, status: 'locked' } as const;
    expect(judgePermission(bulk(action), { present, roles })).toEqual(decision);
  });

  it('skips a permission that already has the role', () => {
    const present = { ...reader, role: 'editor' };
    expect(judgePermission(bulk('set-role'), { present, roles })).toBe('unchanged');
  });

  it('grants no role that has been removed', () => {
    const facts = { present: reader, roles: new Set(['reader']) };
    expect(judgePermission(bulk('set-role'), facts)).toBe('role-removed');
    expect(judgePermission(bulk('lock'), facts)).toEqual({ kind: 'locked' });
  });

  it.each(permissionBulkActions)(
    'with the action “%s” skips a permission that has been removed',
    (action) => {
      expect(judgePermission(bulk(action), { present: null, roles })).toBe('not-found');
    },
  );
});

describe('the undo of a bulk change', () => {
  const left = {
    'set-role': { ...reader, role: 'editor' },
    lock: { ...reader, status: 'locked' },
    unlock: reader,
    remove: null,
  } as const;
  const facts = (action: keyof typeof left) => ({
    present: left[action],
    former: reader,
    roles,
    isLastChange: true,
  });

  it.each([
    ['set-role', { kind: 'role', role: 'reader' }],
    ['lock', { kind: 'unlocked' }],
    ['unlock', { kind: 'locked' }],
    ['remove', { kind: 'added' }],
  ] as const)('of %s restores the previous state', (action, decision) => {
    expect(judgeUndo(bulk(action), facts(action))).toEqual(decision);
  });

  it.each(permissionBulkActions)('of %s skips a person whose permission was changed again', (action) => {
    expect(judgeUndo(bulk(action), { ...facts(action), isLastChange: false })).toBe('changed-since');
  });

  it.each([
    ['set-role', null],
    ['set-role', reader],
    ['lock', null],
    ['lock', reader],
    ['unlock', null],
    ['unlock', { ...reader, status: 'locked' }],
    ['remove', reader],
  ] as const)('of %s skips a permission that is now %o', (action, present) => {
    expect(judgeUndo(bulk(action), { ...facts(action), present })).toBe('changed-since');
  });

  it('grants no role that no longer exists', () => {
    const gone = { roles: new Set(['editor']) };
    expect(judgeUndo(bulk('set-role'), { ...facts('set-role'), ...gone })).toBe('former-role-removed');
    expect(judgeUndo(bulk('remove'), { ...facts('remove'), ...gone })).toBe('former-role-removed');
    expect(judgeUndo(bulk('lock'), { ...facts('lock'), ...gone })).toEqual({ kind: 'unlocked' });
  });
});
