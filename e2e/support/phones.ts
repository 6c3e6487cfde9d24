import { randomInt } from 'node:crypto';

export type Phone = {
  /** In national notation, as users type it. */
  readonly typed: string;
  /** In E.164, as the server stores it. */
  readonly e164: string;
};

/** A random mobile number, unique within a run. */
export function newPhone(): Phone {
  const rest = `98${String(randomInt(10_000_000)).padStart(7, '0')}`;
  return { typed: `0${rest.slice(0, 3)} ${rest.slice(3, 6)} ${rest.slice(6)}`, e164: `+84${rest}` };
}

export const goodPassword = 'Nhà-phố2026!';
export const otherPassword = 'Sông-Hồng#77';
