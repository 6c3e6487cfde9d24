import type { Platform } from '#platform/platform.ts';
import type { AuditChainRepo } from './audit-chain.repo.ts';
import type { AuditVerifier } from './audit-verifier.ts';
import { readContent } from './seal-content.ts';

type Deps = Platform & { readonly chainRepo: AuditChainRepo; readonly verifier: AuditVerifier };

type CheckRow = {
  readonly nextNumber: number;
  readonly checkedAt: Date | null;
  readonly problem: string | null;
  readonly problemSeal: number | null;
};

/** Time limit per run; the check runs every minute. */
const budgetMs = 1_000;

/**
 * Checks the chain for up to a second per run and stores the result for administrators. The next run continues
 * where the last one stopped, and starts over after the end of the chain or a problem.
 */
export function createAuditCheck({ sql, chainRepo, verifier, metrics, log, nowMs }: Deps) {
  const find = async (): Promise<CheckRow | undefined> => {
    return sql<CheckRow[]>`
      select next_number::float8, checked_at, problem, problem_seal::float8 from audit_checks`.first();
  };

  metrics.gauge(
    'vid_audit_chain_broken',
    '1 if the last complete check of the audit log found a broken chain.',
    'max',
    async () => Number(((await find())?.problem ?? null) !== null),
  );

  return {
    async run(): Promise<void> {
      const startedAt = nowMs();
      const from = (await find())?.nextNumber ?? 1;
      const { next, isComplete, problem } = await verifier.verify(from, () => nowMs() - startedAt > budgetMs);
      if (problem) log.error({ ...problem }, 'the audit chain is broken');
      const nextNumber = isComplete ? 1 : next;
      await sql`
        insert into audit_checks (started_at, next_number, checked_at, problem, problem_seal)
        values (now(), ${nextNumber}, case when ${isComplete}::boolean then now() end, ${problem?.problem ?? null},
          ${problem?.seal ?? null})
        on conflict (id) do update set started_at = excluded.started_at, next_number = excluded.next_number,
          checked_at = coalesce(excluded.checked_at, audit_checks.checked_at),
          problem = case when excluded.checked_at is null then audit_checks.problem else excluded.problem end,
          problem_seal = case when excluded.checked_at is null then audit_checks.problem_seal
            else excluded.problem_seal end`;
    },

    async getState() {
      const [last, check] = [await chainRepo.findLast(sql), await find()];
      return {
        sealedAt: last === undefined ? null : (readContent(last.content)?.at ?? null),
        seals: last?.number ?? 0,
        checkedAt: check?.checkedAt?.toISOString() ?? null,
        problem: check?.problem ?? null,
        problemSeal: check?.problemSeal ?? null,
      };
    },
  };
}

export type AuditCheck = ReturnType<typeof createAuditCheck>;
