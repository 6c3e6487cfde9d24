import type { Adapter } from 'oidc-provider';
import type { ClientStore } from './clients.ts';
import { createRowAdapter, type RowDeps } from './row-adapter.ts';
import { isModel } from './rows.ts';
import type { SessionStore } from './sessions.ts';

type Deps = RowDeps & { readonly clients: ClientStore; readonly sessions: SessionStore };

export function createAdapterFactory(deps: Deps): (name: string) => Adapter {
  const storeOf = (name: string): Partial<Adapter> => {
    if (name === 'Session') return deps.sessions;
    if (name === 'Client') return deps.clients;
    return isModel(name) ? createRowAdapter(name, deps) : {};
  };
  return (name) => ({ ...emptyAdapter(name), ...storeOf(name) });
}

/**
 * Creates an adapter that stores nothing, for models without a store and for methods that a store lacks. The
 * type `Adapter` requires every method.
 */
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
