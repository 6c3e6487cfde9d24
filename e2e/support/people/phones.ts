import { test } from '@playwright/test';

export type Phone = {
  readonly typed: string;
  /** E.164, as the server stores it. */
  readonly e164: string;
};

export const phoneCount = 10_000_000;
const phonesPerWorker = 10_000;
let used = 0;

/**
 * Returns a mobile number that no other test of the run gets, because each worker process has its own range of indexes.
 * The stride is coprime to the number of phones, so every phone occurs once. Consecutive phones differ in more than the
 * last four digits, because numbers that differ only there share a limit.
 */
export function newPhone(): Phone {
  const first = Number(process.env['E2E_FIRST_PHONE']);
  const index = (first + test.info().workerIndex * phonesPerWorker + used) % phoneCount;
  used += 1;
  const rest = `98${String((index * 7_654_321) % phoneCount).padStart(7, '0')}`;
  return { typed: `0${rest.slice(0, 3)} ${rest.slice(3, 6)} ${rest.slice(6)}`, e164: `+84${rest}` };
}

export const goodPassword = 'Nhà-phố2026!';
export const otherPassword = 'Sông-Hồng#77';
