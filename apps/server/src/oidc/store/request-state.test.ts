import { describe, expect, it } from 'vitest';
import { callerAddressKey, noteCaller } from './caller-address.ts';
import { accountKey, currentState, stateOf, takeOnce } from './request-state.ts';
import { expiryIn, isModel, tables } from './rows.ts';

describe('the state of a request', () => {
  it('is not shared with another request', () => {
    const [one, other] = [{}, {}];
    stateOf(one).grants.set('grant', null);
    expect(stateOf(one).grants.has('grant')).toBe(true);
    expect(stateOf(other)).toEqual({ sessions: new Map(), grants: new Map(), accounts: new Map() });
  });

  it('does not exist outside a request', () => {
    noteCaller({}, { address: '203.0.113.7', requestId: 'req-state' });
    expect(currentState()).toBeUndefined();
    expect(callerAddressKey()).toBeUndefined();
  });

  it('returns a prefetched row once', () => {
    const rows = new Map<string, string | null>([
      ['row', 'a'],
      ['none', null],
    ]);
    expect([takeOnce(rows, 'row'), takeOnce(rows, 'row')]).toEqual(['a', undefined]);
    expect([takeOnce(rows, 'none'), takeOnce(rows, 'none')]).toEqual([null, undefined]);
    expect(takeOnce(undefined, 'row')).toBeUndefined();
  });

  it('keeps the claims of each client apart', () => {
    expect(accountKey('acc_1', 'one')).not.toBe(accountKey('acc_1', 'two'));
    expect(accountKey('acc_1', 'one')).not.toBe(accountKey('acc_2', 'one'));
  });
});

describe('an expiry', () => {
  it('D7 is in the future for the library until the row expires', () => {
    const now = Math.floor(Date.now() / 1_000);
    expect(expiryIn(60)).toBeGreaterThanOrEqual(now + 60);
    expect(expiryIn(60)).toBeLessThanOrEqual(now + 62);
    for (const seconds of [0.2, 0, -5]) {
      expect(expiryIn(seconds)).toBeGreaterThanOrEqual(now + 1);
      expect(expiryIn(seconds)).toBeLessThanOrEqual(now + 3);
    }
  });
});

it('every stored model has its own table', () => {
  expect(new Set(Object.values(tables)).size).toBe(Object.keys(tables).length);
  for (const name of Object.keys(tables)) expect(isModel(name)).toBe(true);
  for (const name of ['Session', 'Client', 'constructor', '']) expect(isModel(name)).toBe(false);
});
