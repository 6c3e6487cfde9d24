import type { Adapter } from 'oidc-provider';
import type { Sql } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { RequestLimit } from '#platform/limits/sign-on-limit.ts';
import type { ClientStore } from './clients.ts';
import { createRowAdapter } from './row-adapter.ts';
import { isModel } from './rows.ts';

type Deps = {
  readonly sql: Sql;
  readonly lookups: Sql;
  readonly keys: Keys;
  readonly audit: Audit;
  readonly clients: ClientStore;
  readonly sessions: Adapter;
  readonly requestLimit: RequestLimit;
};

/** The storage of each of the library's models: VID's own sessions and clients, and a table for each kind of secret. */
export function createAdapterFactory(deps: Deps): (name: string) => Adapter {
  return (name) => {
    if (name === 'Session') return deps.sessions;
    if (name === 'Client') return { ...emptyAdapter('Client'), find: (id) => deps.clients.find(id) };
    return isModel(name) ? createRowAdapter(name, deps) : emptyAdapter(name);
  };
}

/** The library asks for an adapter for every model, even of disabled features. */
function emptyAdapter(name: string): Adapter {
  const refuse = (): Promise<never> => Promise.reject(new Error(`${name} is not stored`));
  return {
    upsert: refuse,
    find: () => Promise.resolve(undefined),
    findByUserCode: () => Promise.resolve(undefined),
    findByUid: () => Promise.resolve(undefined),
    consume: refuse,
    destroy: () => Promise.resolve(),
    revokeByGrantId: () => Promise.resolve(),
  };
}
