import type { ImportDeps } from '../import-file.ts';
import { LostClaim, type CheckClaims, type ClaimedCheck } from './check-claims.ts';

type Deps = ImportDeps & {
  readonly claims: CheckClaims;
  readonly check: { run(claimed: ClaimedCheck): Promise<void> };
  readonly addMembers: (importId: string) => Promise<boolean>;
  readonly removeMembers: (importId: string) => Promise<boolean>;
};

async function finish(step: (id: string) => Promise<boolean>, id: string): Promise<void> {
  while (await step(id));
}

/** Creates the worker, which stops when no import has work left. Any number of processes may run it. */
export function createImportWorker(deps: Deps) {
  const { repo, claims, log } = deps;

  const checkNext = async (id: string | null): Promise<boolean> => {
    const claimed = await claims.next(id);
    if (!claimed) return false;
    try {
      await deps.check.run(claimed);
    } catch (error) {
      if (error instanceof LostClaim) return true;
      log.error({ err: error, import: claimed.id }, 'failed to check an import');
      return false;
    }
    return true;
  };

  return {
    async run(id: string | null = null): Promise<void> {
      await claims.failExhausted();
      while (await checkNext(id));
      for (const open of await repo.listOpen()) {
        if (id !== null && open.id !== id) continue;
        if (open.status === 'running') await finish(deps.addMembers, open.id);
        if (open.status === 'undoing') await finish(deps.removeMembers, open.id);
      }
    },
  };
}

export type ImportWorker = ReturnType<typeof createImportWorker>;
