import { createAccountRepo } from '#account/account.repo.ts';
import type { Config } from '#config/config.ts';
import type { Sql } from '#database/connection.ts';
import { createKeys } from '#lib/keys.ts';
import { createApplicationRepo } from '#sso/applications/application.repo.ts';
import { createApplicationService } from '#sso/applications/application.service.ts';

type Input = {
  readonly sql: Sql;
  readonly config: Pick<Config, 'isProduction'>;
  readonly masterKey: Uint8Array;
};

/** The part of `deps.ts` that manages applications. Loading all of it takes half a second. */
export function createApplicationDeps({ sql, config, masterKey }: Input) {
  const repo = createApplicationRepo(sql);
  const keys = createKeys(masterKey);
  return {
    repo,
    applications: createApplicationService({ sql, repo, keys, allowsLoopback: !config.isProduction }),
    accounts: createAccountRepo(sql),
  };
}

export type ApplicationDeps = ReturnType<typeof createApplicationDeps>;
