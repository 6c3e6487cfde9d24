import type { Config } from '#config/config.ts';
import { connect, type ConnectionTarget, type Sql } from '#database/connection.ts';
import { createAccountRepo } from '#account/account.repo.ts';
import { createAudit } from '#platform/audit/audit.ts';
import { createPasswordHasher } from '#account/credentials/password-hasher.ts';
import type { SeedParts } from '#operations/seeds/seeds.service.ts';
import { createKeys, type Keys } from '#lib/keys.ts';

/** What the seeds need, for a first process that serves nothing itself: a fifth of what a serving one loads. */
export function createSeedParts(input: {
  readonly config: Config;
  readonly target: ConnectionTarget;
  readonly masterKey: Uint8Array;
}): { parts: SeedParts & { sql: Sql; keys: Keys }; close: () => Promise<void> } {
  const { config } = input;
  const keys = createKeys(input.masterKey);
  const { sql, close } = connect(input.target, { max: 1, applicationName: 'vid-seeds' });
  const hasher = createPasswordHasher({
    memoryKib: config.passwordMemoryKib,
    iterations: config.passwordIterations,
    concurrency: 1,
    queue: 1,
    peppers: [keys.derive('password')],
  });
  return {
    parts: { config, sql, keys, accounts: createAccountRepo(sql), hasher, audit: createAudit() },
    close,
  };
}
