import { randomInt } from 'node:crypto';

/** A mobile number nobody else in this run has, as people type it and as it is stored. */
export function newPhone(): { typed: string; e164: string } {
  const rest = `98${String(randomInt(10_000_000)).padStart(7, '0')}`;
  return { typed: `0${rest.slice(0, 3)} ${rest.slice(3, 6)} ${rest.slice(6)}`, e164: `+84${rest}` };
}

export const goodPassword = 'Nhà-phố2026!';
export const otherPassword = 'Sông-Hồng#77';
