import { bulkOutcomes, bulkStatuses } from '@vid/contract/endpoints/bulk-shapes';
import { describe, expect, it } from 'vitest';
import { addOutcomes, closeOutcomes, endOf, listOutcomes, undoUntil, type BulkState } from './bulk.policy.ts';

const endedAt = new Date('2026-11-29T07:00:00Z');
const now = new Date('2026-11-29T07:09:59Z');
const ended: BulkState = { action: 'lock', status: 'done', outcomes: { done: 3 }, endedAt };

describe('the time to undo a change', () => {
  it('ends ten minutes after its end', () => {
    expect(undoUntil(ended, now)).toEqual(new Date('2026-11-29T07:10:00Z'));
    expect(undoUntil(ended, new Date('2026-11-29T07:10:00Z'))).toBeNull();
  });

  it.each(bulkStatuses)(
    'is offered in the status %s only if the change has ended and was not undone',
    (status) => {
      expect(undoUntil({ ...ended, status }, now) !== null).toBe(status === 'done' || status === 'stopped');
    },
  );

  it.each(['lock', 'unlock', 'end-sessions'])('depends on the action %s', (action) => {
    expect(undoUntil({ ...ended, action }, now) !== null).toBe(action !== 'end-sessions');
  });

  it('is not offered if no row was changed, or before the end', () => {
    expect(undoUntil({ ...ended, outcomes: { unchanged: 3 } }, now)).toBeNull();
    expect(undoUntil({ ...ended, outcomes: { done: 0 } }, now)).toBeNull();
    expect(undoUntil({ ...ended, endedAt: null }, now)).toBeNull();
  });
});

describe('the counts of a change', () => {
  it('grow by the outcomes of a batch', () => {
    expect(addOutcomes({ done: 2 }, ['done', 'administrator', 'done'], false)).toEqual({
      done: 4,
      administrator: 1,
    });
  });

  it('move from the changed rows while it is being undone', () => {
    expect(addOutcomes({ done: 5, unchanged: 1 }, ['undone', 'undone', 'changed-since'], true)).toEqual({
      done: 2,
      unchanged: 1,
      undone: 2,
      'changed-since': 1,
    });
  });

  it('name the rows that were erased before their turn as not found', () => {
    expect(closeOutcomes({ done: 2, 'not-found': 1 }, 5)).toEqual({ done: 2, 'not-found': 3 });
    expect(closeOutcomes({ done: 5 }, 5)).toEqual({ done: 5 });
  });

  it('are listed in the order of the contract, without zeros', () => {
    const all = Object.fromEntries(bulkOutcomes.toReversed().map((outcome) => [outcome, 1]));
    expect(listOutcomes(all).map(({ outcome }) => outcome)).toEqual([...bulkOutcomes]);
    expect(listOutcomes({ done: 0, failed: 1 })).toEqual([{ outcome: 'failed', count: 1 }]);
  });
});

it.each([
  ['running', true, 'done'],
  ['running', false, 'stopped'],
  ['undoing', true, 'undone'],
  ['undoing', false, 'undone'],
] as const)('a change that is %s and complete: %s ends as %s', (status, isComplete, end) => {
  expect(endOf(status, isComplete)).toBe(end);
});
