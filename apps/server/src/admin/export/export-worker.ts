import type { Logger } from 'pino';
import type { Keys } from '#lib/keys.ts';
import { chosenColumns, exportMembers, type ExportDeps } from './export-members.ts';
import type { ClaimedExport, MemberExportRepo } from './exports.repo.ts';

/** Purpose of the key that seals the parts, which contain personal data and sometimes password hashes. */
export const partPurpose = 'member-export-part';

/** Minimum size of every part except the last. */
const partBytes = 500_000;

const partEncodings = { csv: 'utf8', jsonl: 'utf8', xlsx: 'base64' } as const;

type Deps = ExportDeps & {
  readonly keys: Pick<Keys, 'seal' | 'open'>;
  readonly repo: Pick<MemberExportRepo, 'failExhausted' | 'claimNext' | 'addPart' | 'finish'>;
  readonly log: Pick<Logger, 'error'>;
};

/** Creates the worker, which keeps one part in memory. Any number of processes may run it. */
export function createMemberExportWorker(deps: Deps) {
  const { keys, repo, log } = deps;
  const write = async (claimed: ClaimedExport): Promise<void> => {
    const { format, withHashes } = claimed;
    const columns = chosenColumns(claimed.columns);
    let [pieces, bytes, written]: [Uint8Array[], number, number] = [[], 0, 0];
    const flush = async (): Promise<boolean> => {
      const content = Buffer.concat(pieces);
      const sealedContent = keys.seal(partPurpose, content.toString(partEncodings[format]));
      [pieces, bytes] = [[], 0];
      return repo.addPart(claimed, { rows: written, bytes: content.length, sealedContent });
    };
    for await (const { content, rows } of exportMembers(deps, { format, withHashes, columns })) {
      pieces.push(content);
      bytes += content.length;
      written = rows;
      if (bytes >= partBytes && !(await flush())) return;
    }
    if (bytes > 0 && !(await flush())) return;
    await repo.finish(claimed);
  };

  return {
    /**
     * Writes pending exports. A later run repeats an interrupted export from the beginning, with at most
     * three attempts in all.
     */
    async run(): Promise<void> {
      await repo.failExhausted();
      for (;;) {
        const claimed = await repo.claimNext();
        if (!claimed) return;
        try {
          await write(claimed);
        } catch (error) {
          log.error({ err: error, export: claimed.id }, 'failed to write an export of members');
        }
      }
    },
  };
}
