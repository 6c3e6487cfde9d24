/**
 * A loose rule for Vietnamese numbers, 0.2 kB: the server decides with full metadata. Old eleven-digit mobile
 * numbers pass, because the server knows their successors; a number of another country needs its `+`.
 */
const vietnamese = /^(?:\+?84|0084|0)?0?([35789]\d{8}|1\d{9})$/;
const foreign = /^\+(?!84)[1-9]\d{6,14}$/;

function squeeze(input: string): string {
  return input.normalize('NFKC').replace(/[\s().\-–]/g, '');
}

export function isPlausiblePhone(input: string): boolean {
  const phone = squeeze(input);
  return vietnamese.test(phone) || foreign.test(phone);
}

/** E.164 as far as the loose rule can tell, for comparing and for managers of passwords. */
export function toInternational(input: string): string {
  const phone = squeeze(input);
  const national = vietnamese.exec(phone)?.[1];
  return national === undefined ? phone : `+84${national}`;
}

/** As it is written in Vietnam: 0912 345 678. Anything else is given back as it came. */
export function formatPhone(input: string): string {
  const national = vietnamese.exec(squeeze(input))?.[1];
  if (national?.length !== 9) return input.trim();
  return `0${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`;
}
