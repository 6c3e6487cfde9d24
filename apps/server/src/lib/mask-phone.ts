/**
 * Masks a phone for logs, audit rows and screens of other people: `+8491****12`; `****` for none. This file is separate
 * because `phone.ts` loads large metadata.
 */
export function maskPhone(e164: string | null): string {
  return e164 === null || e164.length < 9 ? '****' : `${e164.slice(0, 5)}****${e164.slice(-2)}`;
}
