import type { Platform } from '#platform/platform.ts';
import type { AuditChainRepo, SealRow } from './audit-chain.repo.ts';
import { macOf } from './audit-sealer.ts';
import {
  endOfMonth,
  firstPrevious,
  hashContent,
  readContent,
  type BlockSeal,
  type Seal,
} from './seal-content.ts';

type Deps = Platform & { readonly chainRepo: AuditChainRepo };

export type ChainProblem = {
  readonly seal: number;
  readonly problem:
    | 'seal-missing'
    | 'seal-changed'
    | 'seal-out-of-order'
    | 'rows-changed'
    | 'rows-missing'
    | 'rows-added'
    | 'purged-early';
  readonly month?: string;
  readonly kind?: string;
};

type Purged = ReadonlyMap<string, ReadonlySet<string>>;

const pageSeals = 20;
const dayMs = 24 * 60 * 60_000;

export function createAuditVerifier({ sql, chainRepo: repo, keys }: Deps) {
  const readPurged = async (): Promise<Purged> => {
    const purged = new Map<string, Set<string>>();
    for (const { content } of await repo.listPurges()) {
      const seal = readContent(content);
      if (seal?.kind !== 'purge') continue;
      const kinds = purged.get(seal.month) ?? new Set();
      for (const kind of Object.keys(seal.days)) kinds.add(kind);
      purged.set(seal.month, kinds);
    }
    return purged;
  };

  const checkRows = async (block: BlockSeal, purged: Purged): Promise<ChainProblem | undefined> => {
    const found = await repo.digest(sql, block.from, block.to);
    for (const month of new Set([...Object.keys(block.months), ...Object.keys(found)])) {
      const sealed = block.months[month] ?? {};
      const present = found[month] ?? {};
      for (const kind of new Set([...Object.keys(sealed), ...Object.keys(present)])) {
        const [rows, digest] = sealed[kind] ?? [0, ''];
        const [presentRows, presentDigest] = present[kind] ?? [0, ''];
        if (purged.get(month)?.has(kind) === true && presentRows <= rows) continue;
        const where = { seal: block.number, month, kind };
        if (presentRows < rows) return { ...where, problem: 'rows-missing' };
        if (presentRows > rows) return { ...where, problem: 'rows-added' };
        if (presentDigest !== digest) return { ...where, problem: 'rows-changed' };
      }
    }
    return undefined;
  };

  return {
    /**
     * Checks the seals and their rows from seal `from` on, until the end of the chain, the first problem, or
     * until `isOver` returns true. Returns as `next` the number of the first seal that was not checked or is
     * broken. The seal before `from` must already have been checked.
     */
    async verify(
      from = 1,
      isOver: () => boolean = () => false,
    ): Promise<{
      readonly next: number;
      readonly isComplete: boolean;
      readonly rows: number;
      readonly last: SealRow | undefined;
      readonly problem: ChainProblem | undefined;
    }> {
      const purged = await readPurged();
      let last = from > 1 ? await repo.find(from - 1) : undefined;
      let next = from;
      let rows = 0;
      const end = (problem: ChainProblem | undefined, isComplete: boolean) =>
        ({ next, isComplete, rows, last, problem }) as const;
      if (from > 1 && last === undefined) return end({ seal: from - 1, problem: 'seal-missing' }, true);
      for (;;) {
        const page = await repo.listFrom(next, pageSeals);
        for (const row of page) {
          if (row.number !== next) return end({ seal: next, problem: 'seal-missing' }, true);
          const seal = readContent(row.content);
          const problem =
            checkSeal(row, seal, last, keys) ??
            (seal?.kind === 'block' ? await checkRows(seal, purged) : undefined);
          if (problem) return end(problem, true);
          if (seal?.kind === 'block') rows += countRows(seal);
          last = row;
          next += 1;
          if (isOver()) return end(undefined, false);
        }
        if (page.length < pageSeals) return end(undefined, true);
      }
    },

    /**
     * Returns whether the chain contains an anchor, a seal that an operator recorded elsewhere. `verify`
     * checks the seal's content.
     */
    async hasAnchor(anchor: { readonly number: number; readonly hash: string }): Promise<boolean> {
      return (await repo.find(anchor.number))?.hash === anchor.hash;
    },
  };
}

function checkSeal(
  row: SealRow,
  seal: Seal | undefined,
  last: SealRow | undefined,
  keys: Deps['keys'],
): ChainProblem | undefined {
  const { number } = row;
  if (
    !seal ||
    hashContent(row.content) !== row.hash ||
    macOf(keys, row.content).toString('hex') !== row.mac ||
    seal.kind !== row.kind
  )
    return { seal: number, problem: 'seal-changed' };
  const lastTo = last === undefined ? 0 : readContent(last.content)?.to;
  const isNext = seal.kind === 'block' ? seal.from - 1 === lastTo : seal.to === lastTo;
  if (seal.number !== number || seal.previous !== (last?.hash ?? firstPrevious) || !isNext)
    return { seal: number, problem: 'seal-out-of-order' };
  if (seal.kind === 'purge') {
    const age = Date.parse(seal.at) - endOfMonth(seal.month);
    if (!Object.values(seal.days).every((days) => days >= 1 && age >= days * dayMs))
      return { seal: number, problem: 'purged-early', month: seal.month };
  }
  return undefined;
}

const countRows = ({ months }: BlockSeal): number =>
  Object.values(months)
    .flatMap((kinds) => Object.values(kinds))
    .reduce((sum, [rows]) => sum + rows, 0);

export const anchorOf = ({ number, hash }: Pick<SealRow, 'number' | 'hash'>): string => `${number}.${hash}`;

export function parseAnchor(text: string): { number: number; hash: string } | undefined {
  const { number, hash } =
    /^(?<number>[1-9]\d{0,14})\.(?<hash>[0-9a-f]{64})$/u.exec(text.trim())?.groups ?? {};
  return number === undefined || hash === undefined ? undefined : { number: Number(number), hash };
}

export type AuditVerifier = ReturnType<typeof createAuditVerifier>;
