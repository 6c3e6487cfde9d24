import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { qrLimits } from '@vid/contract/limits';
import type { QrRequestsRow } from '#database/tables.ts';
import type { Random } from '#ports/random.ts';
import type { Amr } from '#sign-in/complete/proof.ts';

export type QrStatus = QrRequestsRow['status'] | 'expired';

export type QrAnswer = 'approved' | 'denied';

/** Denies a request after a wrong number, so that the right number cannot be found by trial. */
export function answerOf(request: Pick<QrRequestsRow, 'number'>, chosen: number): QrAnswer {
  return chosen === request.number ? 'approved' : 'denied';
}

export const maxOpenCodes = 3;

/** Leading bits, by IP version, that the addresses of one network share. */
const networkBits = { 4: 16, 6: 32 } as const;

/**
 * Returns the authentication methods that an approval transfers from the phone's session to the screen. A
 * passkey (`pop`) is excluded: a passkey resists phishing, but a QR code sent by an attacker does not, so the
 * screen still needs its second step.
 */
export function carriedAmr(amr: readonly string[]): Amr[] {
  return (['pwd', 'otp', 'sms', 'fed'] as const).filter((method) => amr.includes(method));
}

export function drawNumbers(random: Random): readonly [number, number, number] {
  const drawn = new Set<number>();
  while (drawn.size < qrLimits.choices) drawn.add(random.integer(10, 99));
  const [number = 0, one = 0, two = 0] = drawn;
  return [number, one, two];
}

/** Returns the numbers sorted, so that their order does not reveal the correct one. */
export function choicesOf(row: Pick<QrRequestsRow, 'number' | 'decoyOne' | 'decoyTwo'>): number[] {
  return [row.number, row.decoyOne, row.decoyTwo].toSorted((a, b) => a - b);
}

/**
 * Returns whether two addresses share the /16 (IPv4) or /32 (IPv6). A screen in another network may be an
 * attacker's.
 */
export function isSameNetwork(one: string, other: string): boolean {
  const [a, b] = [parse(one), parse(other)];
  if (!a || !b) return false;
  if (a instanceof ipaddr.IPv4 && b instanceof ipaddr.IPv4) return a.match(b, networkBits[4]);
  if (a instanceof ipaddr.IPv6 && b instanceof ipaddr.IPv6) return a.match(b, networkBits[6]);
  return false;
}

/**
 * Removes the end of an address. The member can compare the rest, but a person who scans someone else's code
 * does not learn the full address. Returns an empty text for an invalid address.
 */
export function shortenAddress(address: string): string {
  const parsed = parse(address);
  if (parsed instanceof ipaddr.IPv4) return [...parsed.octets.slice(0, 3), 'x'].join('.');
  if (parsed instanceof ipaddr.IPv6)
    return `${parsed.parts
      .slice(0, 2)
      .map((part) => part.toString(16))
      .join(':')}:x`;
  return '';
}

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [withoutZone = ''] = address.split('%', 1);
  return isIP(withoutZone) === 0 ? undefined : ipaddr.parse(withoutZone);
}
