import { describe, expect, it } from 'vitest';
import {
  addFailure,
  addHistory,
  countsForRate,
  isUnderAttack,
  limitOf,
  noFailures,
  type FailureRate,
} from './failure-rate.policy.ts';

const minute = 60_000;
const [windowMs, dayMs, floor] = [10 * minute, 1_440 * minute, 60];

const add = (rate: FailureRate, at: number, count = 1): FailureRate =>
  Array.from({ length: count }).reduce<FailureRate>((sum) => addFailure(sum, at, floor), rate);
const addDay = (rate: FailureRate, from: number, count: number): FailureRate =>
  Array.from({ length: 144 }, (_, window) => from + window * windowMs).reduce(
    (sum, at) => add(sum, at, count),
    rate,
  );
const isAttack = (rate: FailureRate, at: number, count: number) => isUnderAttack(add(rate, at, count), at);
const limitAt = (rate: FailureRate, at: number) => limitOf(add(rate, at), floor);

describe('the rate of wrong passwords', () => {
  it('P5 counts as an attack above three times the average of the last day', () => {
    const rate = addDay(noFailures(0), 0, 30);
    expect(isAttack(rate, dayMs, 90)).toBe(false);
    expect(isAttack(rate, dayMs, 91)).toBe(true);
  });

  it('uses the average before the process started for its first day', () => {
    const rate = addHistory(noFailures(0), 6 * 200);
    expect(isAttack(rate, 0, 600)).toBe(false);
    expect(isAttack(rate, 0, 601)).toBe(true);
    expect(limitAt(addDay(rate, 0, 50), dayMs)).toBe(150);
    const later = add(noFailures(0), 72 * windowMs);
    expect(limitOf(addHistory(later, 6 * 200), floor)).toBe(300);
  });

  it('is not an attack at up to sixty wrong passwords', () => {
    for (const rate of [noFailures(dayMs), addHistory(noFailures(dayMs), 10)]) {
      expect(isAttack(rate, dayMs, floor)).toBe(false);
      expect(isAttack(rate, dayMs, floor + 1)).toBe(true);
    }
  });

  it('is counted in windows of ten minutes', () => {
    const first = add(noFailures(0), windowMs - 1, floor);
    expect(isAttack(first, windowMs - 1, 1)).toBe(true);
    expect(isAttack(first, windowMs, floor)).toBe(false);
  });

  it('includes windows without a wrong password in the average, up to a day', () => {
    const rate = addDay(addHistory(noFailures(0), 6 * 60), 0, 60);
    expect(limitAt(rate, dayMs + 72 * windowMs)).toBe(90);
    expect(limitAt(rate, 10 * dayMs)).toBe(floor);
    expect(add(rate, 10 * dayMs).past).toHaveLength(144);
  });

  it.each([
    ['is over its limit', 300],
    ['stays at its limit', 0],
  ])('roughly doubles its limit in a day that %s', (_, count) => {
    let rate = addDay(noFailures(0), 0, 30);
    for (let at = dayMs; at < 2 * dayMs; at += windowMs)
      rate = add(rate, at, count || Math.floor(limitAt(rate, at)));
    expect(limitAt(rate, 2 * dayMs)).toBeGreaterThan(180);
    expect(limitAt(rate, 2 * dayMs)).toBeLessThan(210);
  });

  it('counts a window in full up to half its limit', () => {
    const rate = addDay(noFailures(0), 0, 30);
    for (const [failures, counted] of [
      [45, 45],
      [46, 45],
      [90, 45],
      [91, 45],
    ] as const)
      expect(add(add(rate, dayMs, failures), dayMs + windowMs).past.at(-1)).toBe(counted);
  });
});

describe('an attack', () => {
  it('lasts half an hour after the last wrong password that exceeded the limit', () => {
    const begun = add(noFailures(0), 0, 61);
    expect(isUnderAttack(begun, 30 * minute - 1)).toBe(true);
    expect(isUnderAttack(begun, 30 * minute)).toBe(false);
    const later = add(begun, 9 * minute);
    expect(isUnderAttack(later, 39 * minute - 1)).toBe(true);
    expect(isUnderAttack(later, 39 * minute)).toBe(false);
    const quieter = add(begun, 15 * minute);
    expect(isUnderAttack(quieter, 30 * minute - 1)).toBe(true);
    expect(isUnderAttack(quieter, 30 * minute)).toBe(false);
  });

  it.each([
    [1, true],
    [10, true],
    [11, false],
  ])('includes wrong password number %i of a site: %s', (failures, counts) => {
    expect(countsForRate(failures, 20)).toBe(counts);
  });
});
