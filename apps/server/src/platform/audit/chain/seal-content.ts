import { hash } from 'node:crypto';

/**
 * Parts by month (`2026-11`, in UTC) and event kind. The rows of one month and kind are sealed and purged
 * together.
 */
export type Parts = Readonly<Record<string, Readonly<Record<string, Part>>>>;
/** `digest` is SHA-256 over the hashes of the rows, in the order of their numbers. */
export type Part = readonly [rows: number, digest: string];

type Common = {
  /** Number of the seal, counted from 1 without gaps. */
  readonly number: number;
  /** The hash of the previous seal; 64 zeros in the first seal. */
  readonly previous: string;
  readonly at: string;
  /** Number of the last row covered by the chain up to and including this seal. */
  readonly to: number;
};

/** Seals the rows `from` to `to`. Numbers without a row belong to transactions that were rolled back. */
export type BlockSeal = Common & { readonly kind: 'block'; readonly from: number; readonly months: Parts };

/** Records the purge of a month's rows, with the retention of each kind in days. */
export type PurgeSeal = Common & {
  readonly kind: 'purge';
  readonly month: string;
  readonly days: Readonly<Record<string, number>>;
};

export type Seal = BlockSeal | PurgeSeal;

export const firstPrevious = '0'.repeat(64);

export const contentOf = (seal: Seal): string => JSON.stringify(seal);

export const hashContent = (content: string): string => hash('sha256', content, 'hex');

export function readContent(content: string): Seal | undefined {
  try {
    const seal: unknown = JSON.parse(content);
    return isSeal(seal) ? seal : undefined;
  } catch {
    return undefined;
  }
}

function isSeal(value: unknown): value is Seal {
  if (!isRecord(value) || !Number.isSafeInteger(value['number']) || !Number.isSafeInteger(value['to']))
    return false;
  const { kind, months } = value;
  if (kind === 'block')
    return Number.isSafeInteger(value['from']) && isRecord(months) && Object.values(months).every(isRecord);
  return kind === 'purge' && typeof value['month'] === 'string' && isRecord(value['days']);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export function endOfMonth(month: string): number {
  const [year = Number.NaN, number = Number.NaN] = month.split('-').map(Number);
  return Date.UTC(year, number);
}
