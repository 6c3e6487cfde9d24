import { advisoryLocks } from '#database/advisory-locks.ts';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Sql } from '#database/connection.ts';
import type { SigningKeyAlg } from '#database/tables.ts';
import { newSecret } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import { byOperator, insertAudit, type AuditEvent } from '#platform/audit/audit.ts';
import { ttl } from '#oidc/provider/ttl.ts';

const algorithms: readonly SigningKeyAlg[] = ['ES256', 'RS256'];

/** Time for which a new key is published before it signs, so that every process and client has read it. */
export const publishedBeforeUseSeconds = 120;

/** Minimum time for which a replaced key stays published: the lifetime of an id token and a margin. */
const verifiesForSeconds = ttl.idToken + 300;

const rotated: AuditEvent = { kind: 'signing-keys.rotated', caller: byOperator.caller, details: {} };

type Row = { id: string; alg: SigningKeyAlg; sealed: Uint8Array; signs: boolean };
type MadeKey = { id: string; alg: SigningKeyAlg; sealed: Buffer };

/**
 * Manages the keys that sign id tokens and logout tokens, which are sealed at rest. The newest key of an
 * algorithm signs once its publication period is over.
 */
export function createSigningKeys(sql: Sql, keys: Keys) {
  const make = async (alg: SigningKeyAlg): Promise<MadeKey> => {
    const { privateKey } = await generateKeyPair(alg, { extractable: true, modulusLength: 2048 });
    const id = newSecret().slice(0, 16);
    const jwk: JWK = { ...(await exportJWK(privateKey)), kid: id, alg, use: 'sig' };
    return { id, alg, sealed: keys.seal('signing-key', JSON.stringify(jwk)) };
  };
  const open = (row: Row): JWK => {
    const jwk: JWK = JSON.parse(keys.open('signing-key', row.sealed));
    return jwk;
  };
  const list = () => sql<Row[]>`
    select id, alg, sealed, signs_from <= now() as signs from signing_keys where status <> 'retired'
    order by (signs_from <= now()) desc, signs_from desc, id`;

  return {
    /**
     * Returns the private keys, with the signing key of each algorithm first, and a version that changes with
     * the keys.
     */
    async load(): Promise<{ version: string; jwks: { keys: JWK[] } }> {
      let rows = await list();
      const missing = algorithms.filter((alg) => !rows.some((row) => row.alg === alg && row.signs));
      if (missing.length > 0) {
        const made = await Promise.all(missing.map(make));
        // The lock makes processes that start together on an empty database agree on the same keys.
        await sql.begin(async (tx) => {
          await tx`select pg_advisory_xact_lock(${advisoryLocks.signingKeys})`;
          for (const { id, alg, sealed } of made)
            await tx`
              insert into signing_keys (id, alg, sealed) select ${id}, ${alg}, ${sealed}
              where not exists (select from signing_keys
                where alg = ${alg} and status <> 'retired' and signs_from <= now())`;
        });
        rows = await list();
      }
      return {
        version: versionOf(rows),
        jwks: { keys: rows.map((row) => open(row)) },
      };
    },
    /** Returns the version that `load` would return, without decrypting the keys. */
    async version(): Promise<string> {
      return versionOf(await list());
    },
    /**
     * Publishes new keys, which sign after `publishedBeforeUseSeconds`, and retires keys whose signatures
     * have all expired.
     */
    async rotate(): Promise<void> {
      const made = await Promise.all(algorithms.map(make));
      await sql.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(${advisoryLocks.signingKeys})`;
        for (const { id, alg, sealed } of made) {
          await tx`
            update signing_keys k set status = 'retired' where alg = ${alg} and status <> 'retired' and exists (
              select from signing_keys n where n.alg = k.alg and n.status <> 'retired' and n.signs_from > k.signs_from
                and n.signs_from <= now() - make_interval(secs => ${verifiesForSeconds}::int))`;
          await tx`
            insert into signing_keys (id, alg, sealed, signs_from)
            values (${id}, ${alg}, ${sealed}, now() + make_interval(secs => ${publishedBeforeUseSeconds}))`;
        }
        await tx`${insertAudit(tx, rotated, tx`(select) as once`)}`;
      });
    },
  };
}

function versionOf(rows: readonly Row[]): string {
  return rows.map(({ id, signs }) => `${id}:${signs}`).join(',');
}

export type SigningKeys = ReturnType<typeof createSigningKeys>;
