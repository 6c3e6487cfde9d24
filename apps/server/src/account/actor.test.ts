import { expect, it } from 'vitest';
import { accountOf, authorOf, operator, record } from './actor.ts';

const caller = { address: '203.0.113.7', requestId: 'req_1' };

it('an actor stands for a person, for the creator of a secret, or for no account', () => {
  const client = { clientId: 'shop', applicationId: 'app_1', tokenHash: Buffer.alloc(32) };
  const machine = { ...client, accountId: 'acc_creator' };
  expect(accountOf({ actorId: 'acc_1', caller })).toBe('acc_1');
  expect(accountOf({ actorId: 'client:shop', caller: { ...caller, machine } })).toBe('acc_creator');
  expect(accountOf(operator)).toBeNull();
});

it('an author without an account is null', () => {
  expect([authorOf('acc_1', 'An'), authorOf('acc_1', null), authorOf(null, 'An')]).toEqual([
    { id: 'acc_1', name: 'An' },
    { id: 'acc_1', name: null },
    null,
  ]);
});

it('the audit record of an actor contains only the given details', () => {
  const actor = { actorId: 'acc_1', caller };
  const about = { accountId: 'acc_2', actorId: 'acc_1', caller };
  expect(record(actor, 'acc_2')).toEqual({ ...about, details: {} });
  const given = { reason: 'x', undoOf: 'blk_1', checks: ['number', 'holder'] as const };
  expect(record({ ...actor, ...given }, 'acc_2')).toEqual({
    ...about,
    details: { reason: 'x', undoOf: 'blk_1', checks: 'number,holder' },
  });
});
