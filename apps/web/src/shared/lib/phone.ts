/**
 * A loose rule for Vietnamese numbers that takes 0.2 kB. The server validates with full metadata. Accepts old
 * eleven-digit mobile numbers, which the server converts. Foreign numbers need their `+`.
 */
const vietnamese = /^(?:\+?84|0084|0)?0?([35789]\d{8}|1\d{9})$/;
const masked = /^\+84([\d•]{9})$/;
const foreign = /^\+(?!84)[1-9]\d{6,14}$/;

function compact(input: string): string {
  return input.normalize('NFKC').replace(/[\s().\-–]/g, '');
}

export function isPlausiblePhone(input: string): boolean {
  const phone = compact(input);
  return vietnamese.test(phone) || foreign.test(phone);
}

/** Returns E.164 as far as the loose rule can tell. For comparison and for password managers. */
export function toInternational(input: string): string {
  const phone = compact(input);
  const national = vietnamese.exec(phone)?.[1];
  return national === undefined ? phone : `+84${national}`;
}

/** Formats a phone in the Vietnamese notation, 0912 345 678. Returns other input trimmed. */
export function formatPhone(input: string): string {
  const phone = compact(input);
  const national = (vietnamese.exec(phone) ?? masked.exec(phone))?.[1];
  if (national?.length !== 9) return input.trim();
  return `0${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`;
}
