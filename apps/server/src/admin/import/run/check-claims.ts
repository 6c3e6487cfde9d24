import { randomUUID } from 'node:crypto';
import type { HashFormat, ImportFileType } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import type { ImportMapping } from '@vid/contract/endpoints/admin/transfers/imports';
import type { Queryable, Sql } from '#database/connection.ts';

/** Seconds after which an unrenewed check is presumed dead. */
const leaseSeconds = 20;
const maxAttempts = 3;

export type ClaimedCheck = {
  readonly id: string;
  readonly fileType: ImportFileType;
  readonly fileBytes: number;
  readonly mapping: ImportMapping;
  readonly hashFormat: HashFormat;
  readonly titleRow: number | null;
  readonly sealedHashParameters: Buffer | null;
  readonly checkId: string;
};

/** Thrown if the check was cancelled or another process has taken it over. */
export class LostClaim extends Error {
  override readonly name = 'LostClaim';
}

export function createCheckClaims(sql: Sql) {
  return {
    /** Fails the checks whose last attempt failed or was killed, for example by a lack of memory. */
    async failExhausted(): Promise<void> {
      await sql`
        update imports set status = 'failed', problem = 'interrupted', finished_at = now()
        where status = 'checking' and check_attempts >= ${maxAttempts}
          and claimed_at < now() - make_interval(secs => ${leaseSeconds})`;
    },

    next: (id: string | null = null) =>
      sql<ClaimedCheck[]>`
        update imports i set claimed_at = now(), check_id = ${randomUUID()}, check_attempts = i.check_attempts + 1
        where i.id = (
          select k.id from imports k
          where k.status = 'checking' and k.check_attempts < ${maxAttempts} and (${id}::text is null or k.id = ${id})
            and (k.claimed_at is null or k.claimed_at < now() - make_interval(secs => ${leaseSeconds}))
          order by k.created_at limit 1 for update skip locked)
        returning i.id, i.file_type, i.file_bytes, i.mapping, i.hash_format, i.title_row,
          i.sealed_hash_parameters, i.check_id`.first(),

    /** @throws LostClaim */
    async renew(tx: Queryable, { id, checkId }: ClaimedCheck): Promise<void> {
      const { count } = await tx`
        update imports set claimed_at = now() where id = ${id} and status = 'checking' and check_id = ${checkId}`;
      if (count === 0) throw new LostClaim();
    },
  };
}

export type CheckClaims = ReturnType<typeof createCheckClaims>;
