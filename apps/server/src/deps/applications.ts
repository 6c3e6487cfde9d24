import { createAccountRepo } from '#account/account.repo.ts';
import type { Config } from '#config/config.ts';
import type { Sql } from '#database/connection.ts';
import { createKeys, type Keys } from '#lib/keys.ts';
import { createApplicationRepo } from '#sso/applications/application.repo.ts';
import { createApplicationService } from '#sso/applications/application.service.ts';

type Input = { readonly sql: Sql; readonly config: Pick<Config, 'isProduction'>; readonly keys: Keys };

export function createApplicationDeps({ sql, config, keys }: Input) {
  const applicationRepo = createApplicationRepo(sql);
  return {
    applicationRepo,
    applications: createApplicationService({
      sql,
      repo: applicationRepo,
      keys,
      allowsLoopback: !config.isProduction,
    }),
  };
}

/**
 * What the command line needs to manage applications. Loading all of `deps.ts`, with oidc-provider, takes half a second.
 */
export function createCommandDeps({ masterKey, ...input }: Omit<Input, 'keys'> & { masterKey: Uint8Array }) {
  return {
    ...createApplicationDeps({ ...input, keys: createKeys(masterKey) }),
    accounts: createAccountRepo(input.sql),
  };
}

export type CommandDeps = ReturnType<typeof createCommandDeps>;
