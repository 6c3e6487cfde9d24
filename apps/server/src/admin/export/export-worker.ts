import type { Logger } from 'pino';
import type { Sql } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import { exportMembers, type ExportPosition } from './export-members.ts';
import type { ClaimedExport, MemberExportRepo } from './exports.repo.ts';

/** The purpose of the key that seals parts, because they hold personal data and password hashes. */
export const partPurpose = 'member-export-part';

/** Batches of rows in a part. */
const partPieces = 5;

/** The encoding of a part's bytes as text. */
const partEncodings = { csv: 'utf8', jsonl: 'utf8', xlsx: 'base64' } as const;

type Deps = {
  readonly sql: Sql;
  readonly keys: Pick<Keys, 'seal' | 'open'>;
  readonly repo: Pick<MemberExportRepo, 'failExhausted' | 'claimNext' | 'addPart' | 'finish'>;
  readonly log: Pick<Logger, 'error'>;
};

/** Writes requested exports, a part in memory at a time. Any number of processes may run it. */
export function createMemberExportWorker({ sql, keys, repo, log }: Deps) {
  /** Continues where a killed process ended. */
  const write = async (claimed: ClaimedExport): Promise<void> => {
    const { format, withHashes } = claimed;
    let contents: Buffer[] = [];
    let rows = 0;
    let at: ExportPosition = claimed;
    const flush = async (): Promise<boolean> => {
      const content = Buffer.concat(contents);
      const sealedContent = keys.seal(partPurpose, content.toString(partEncodings[format]));
      const part = { ...at, rows, bytes: content.length, sealedContent };
      [contents, rows] = [[], 0];
      return repo.addPart(claimed, part);
    };
    for await (const piece of exportMembers({ sql, keys }, { format, withHashes, from: claimed })) {
      contents.push(piece.content);
      rows += piece.rows;
      at = piece;
      if (contents.length === partPieces && !(await flush())) return;
    }
    if (contents.some(({ length }) => length > 0) && !(await flush())) return;
    await repo.finish(claimed);
  };

  return {
    /** Writes until no export waits. One that fails is tried again later. */
    async run(): Promise<void> {
      await repo.failExhausted();
      for (;;) {
        const claimed = await repo.claimNext();
        if (!claimed) return;
        try {
          await write(claimed);
        } catch (error) {
          log.error({ err: error, export: claimed.id }, 'an export of members could not be written');
        }
      }
    },
  };
}
