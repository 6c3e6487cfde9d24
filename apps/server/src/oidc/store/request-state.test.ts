import { describe, expect, it } from 'vitest';
import { currentState, stateOf } from './request-state.ts';
import { expiryIn, isModel, tables } from './rows.ts';

describe('the state of a request', () => {
  it('is not shared with another request', () => {
    const [one, other] = [{}, {}];
    stateOf(one).mustAgree = true;
    expect(stateOf(one)).toEqual({ mustAgree: true });
    expect(stateOf(other)).toEqual({});
  });

  it('is empty outside a request', () => {
    expect(currentState()).toBeUndefined();
  });
});

describe('the expiry that oidc-provider sees for a stored row', () => {
  it('D7 is always in the future', () => {
    const now = Math.floor(Date.now() / 1_000);
    expect(expiryIn(60)).toBeGreaterThanOrEqual(now + 60);
    expect(expiryIn(60)).toBeLessThanOrEqual(now + 62);
    for (const seconds of [0.2, 0, -5]) {
      expect(expiryIn(seconds)).toBeGreaterThanOrEqual(now + 1);
      expect(expiryIn(seconds)).toBeLessThanOrEqual(now + 3);
    }
  });
});

it('no two models of oidc-provider share a table', () => {
  expect(new Set(Object.values(tables)).size).toBe(Object.keys(tables).length);
  for (const name of Object.keys(tables)) expect(isModel(name)).toBe(true);
  for (const name of ['Session', 'Client', 'constructor', '']) expect(isModel(name)).toBe(false);
});
