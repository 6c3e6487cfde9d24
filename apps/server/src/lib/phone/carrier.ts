import { carriers, type Carrier } from '@vid/contract/endpoints/admin/sms-shapes';

/** Prefixes of each carrier, after +84. */
const heads: Readonly<Record<Exclude<Carrier, 'other'>, string>> = {
  viettel: '32 33 34 35 36 37 38 39 86 96 97 98',
  vinaphone: '81 82 83 84 85 88 91 94',
  mobifone: '70 76 77 78 79 89 90 93',
  vietnamobile: '52 56 58 92',
  gmobile: '59 99',
  itel: '87',
  wintel: '55',
};

const byHead = new Map<string, Carrier>(
  carriers.flatMap((carrier) =>
    carrier === 'other' ? [] : heads[carrier].split(' ').map((head) => [head, carrier] as const),
  ),
);

/**
 * Returns the carrier that a number was first assigned to, or `other` for an unknown prefix. The carrier is
 * only a guess, because a ported number keeps its prefix.
 */
export function carrierOf(e164: string): Carrier {
  return (e164.startsWith('+84') ? byHead.get(e164.slice(3, 5)) : undefined) ?? 'other';
}
