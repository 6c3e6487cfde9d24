import { bulkOutcomes, bulkStatuses } from '@vid/contract/bulk';
import { describe, expect, it } from 'vitest';
import {
  addOutcomes,
  closeOutcomes,
  countEnded,
  endOf,
  listOutcomes,
  undoUntil,
  type BulkState,
} from './bulk.policy.ts';

const endedAt = new Date('2026-11-29T07:00:00Z');
const now = new Date('2026-11-29T07:09:59Z');
const ended: BulkState = { action: 'lock', status: 'done', outcomes: { done: 3 }, endedAt, now };

describe('the undo of a bulk change', () => {
  it('is available for ten minutes after the change has ended', () => {
    expect(undoUntil(ended)).toEqual(new Date('2026-11-29T07:10:00Z'));
    expect(undoUntil({ ...ended, now: new Date('2026-11-29T07:10:00Z') })).toBeNull();
  });

  const undoable: readonly string[] = ['done', 'stopped'];
  it.each(bulkStatuses.map((status) => [undoable.includes(status) ? 'is' : 'is not', status] as const))(
    '%s available in the status %s',
    (verdict, status) => {
      expect(undoUntil({ ...ended, status }) !== null).toBe(verdict === 'is');
    },
  );

  it.each([
    ['is', 'lock'],
    ['is', 'unlock'],
    ['is not', 'end-sessions'],
  ] as const)('%s available for the action %s', (verdict, action) => {
    expect(undoUntil({ ...ended, action }) !== null).toBe(verdict === 'is');
  });

  it('is not available without changed rows or before the change ends', () => {
    expect(undoUntil({ ...ended, outcomes: { unchanged: 3 } })).toBeNull();
    expect(undoUntil({ ...ended, outcomes: { done: 0 } })).toBeNull();
    expect(undoUntil({ ...ended, endedAt: null })).toBeNull();
  });
});

describe('the counts of a bulk change', () => {
  it('increase by the outcomes of a batch', () => {
    expect(addOutcomes({ done: 2 }, ['done', 'administrator', 'done'], false)).toEqual({
      done: 4,
      administrator: 1,
    });
  });

  it('decrease for changed rows while the change is being undone', () => {
    expect(addOutcomes({ done: 5, unchanged: 1 }, ['undone', 'undone', 'changed-since'], true)).toEqual({
      done: 2,
      unchanged: 1,
      undone: 2,
      'changed-since': 1,
    });
  });

  it('include rows that were erased before they were processed', () => {
    expect(closeOutcomes('done', { done: 2, unchanged: 1 }, 5)).toEqual({
      done: 2,
      unchanged: 1,
      'not-found': 2,
    });
    expect(closeOutcomes('undone', { done: 2, undone: 3, 'not-found': 1, 'erased-since': 1 }, 9)).toEqual({
      done: 0,
      undone: 3,
      'not-found': 1,
      'erased-since': 3,
    });
  });

  it('are summed for the audit log into done and skipped rows', () => {
    const outcomes = { done: 4, undone: 3, unchanged: 5, 'changed-since': 2, failed: 1, 'undo-failed': 1 };
    expect(countEnded('done', { done: 4, unchanged: 5, failed: 1 })).toEqual({ done: 4, skipped: 6 });
    expect(countEnded('stopped', outcomes)).toEqual({ done: 4, skipped: 9 });
    expect(countEnded('undone', { ...outcomes, done: 0 })).toEqual({ done: 3, skipped: 3 });
  });

  it('are listed in the order of the contract, without zeros', () => {
    const all = Object.fromEntries(bulkOutcomes.toReversed().map((outcome) => [outcome, 1]));
    expect(listOutcomes(all).map(({ outcome }) => outcome)).toEqual([...bulkOutcomes]);
    expect(listOutcomes({ done: 0, failed: 1 })).toEqual([{ outcome: 'failed', count: 1 }]);
  });
});

it.each([
  ['running', 'is complete', 'done'],
  ['running', 'is incomplete', 'stopped'],
  ['undoing', 'is complete', 'undone'],
  ['undoing', 'is incomplete', 'stopped'],
] as const)('a bulk change with the status “%s” that %s ends as “%s”', (status, progress, end) => {
  expect(endOf(status, progress === 'is complete')).toBe(end);
});
