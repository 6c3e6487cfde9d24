import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { Database } from '../database/connection.ts';
import { signingKeys, type SigningAlgorithm } from '../database/sso-schema.ts';
import { newSecret } from '../lib/ids.ts';
import type { Keys } from '../lib/keys.ts';

const algorithms: readonly SigningAlgorithm[] = ['ES256', 'RS256'];

/** The keys that sign id and logout tokens: sealed at rest, the newest of each algorithm signs, older ones still verify. */
export function createSigningKeys(db: Database, keys: Keys) {
  const make = async (alg: SigningAlgorithm): Promise<void> => {
    const { privateKey } = await generateKeyPair(alg, { extractable: true, modulusLength: 2048 });
    const id = newSecret().slice(0, 16);
    const jwk: JWK = { ...(await exportJWK(privateKey)), kid: id, alg, use: 'sig' };
    await db.insert(signingKeys).values({ id, alg, sealed: keys.seal('signing-key', JSON.stringify(jwk)) });
  };
  const listUsable = () =>
    db
      .select()
      .from(signingKeys)
      .where(ne(signingKeys.status, 'retired'))
      .orderBy(asc(signingKeys.createdAt), asc(signingKeys.id));

  return {
    /** Private keys, the signing one of each algorithm first, and a version that changes with them. */
    async load(): Promise<{ version: string; jwks: { keys: JWK[] } }> {
      for (const alg of algorithms) {
        const [found] = await db
          .select({ id: signingKeys.id })
          .from(signingKeys)
          .where(and(eq(signingKeys.alg, alg), eq(signingKeys.status, 'active')))
          .limit(1);
        if (!found) await make(alg);
      }
      const rows = (await listUsable()).sort(
        (a, b) =>
          Number(b.status === 'active') - Number(a.status === 'active') ||
          b.createdAt.getTime() - a.createdAt.getTime(),
      );
      return {
        version: versionOf(rows),
        jwks: { keys: rows.map((row) => JSON.parse(keys.open('signing-key', row.sealed)) as JWK) },
      };
    },
    /** What `load` would call the present set, without opening it. */
    async version(): Promise<string> {
      return versionOf(await listUsable());
    },
    /** New keys sign from now on; the ones before them are still published, the ones before those are retired. */
    async rotate(): Promise<void> {
      await db.update(signingKeys).set({ status: 'retired' }).where(eq(signingKeys.status, 'published'));
      await db.update(signingKeys).set({ status: 'published' }).where(eq(signingKeys.status, 'active'));
      for (const alg of algorithms) await make(alg);
    },
  };
}

function versionOf(rows: readonly { id: string; status: string }[]): string {
  return rows
    .map((row) => `${row.id}:${row.status}`)
    .sort()
    .join(',');
}

export type SigningKeys = ReturnType<typeof createSigningKeys>;
