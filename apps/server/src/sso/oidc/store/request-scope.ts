import { AsyncLocalStorage } from 'node:async_hooks';
import type { StoredPayload } from './carriers.ts';
import type { AccountRow } from './claims.ts';
import type { ClientRow } from './clients.ts';
import type { SessionRow } from './session-source.ts';
import type { StoredRow, TokenExchange } from './token-exchange.ts';

/** Of Koa's context; the library adds `oidc` on the way, with the form that was posted. */
export type SeenRequest = {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly oidc?: { readonly body?: Readonly<Record<string, unknown>> };
};

/**
 * What one look-up has read along with it, for the library's next questions of the same request: with the browser's
 * session the client it visits for, their grant and account; with the client of a token request the code or token it
 * brings; with that its grant, session and account. Each is handed out once, and nothing outlives the request.
 */
export type RequestScope = {
  /** The library's view of the request, as far as it has come. */
  request: SeenRequest | undefined;
  readonly clients: Map<string, ClientRow | null>;
  /** Codes and tokens, by kind and id. */
  readonly carriers: Map<string, StoredPayload | null>;
  readonly grants: Map<string, Record<string, unknown> | null>;
  readonly sessions: Map<string, SessionRow | null>;
  readonly accounts: Map<string, AccountRow | null>;
  /** What the request has read of its session's memory, so that only what it changed is written. */
  readonly memories: Map<string, SessionMemory>;
  /** Of a request for a code of the community's protocol: the row is stored by who asks, not by the library. */
  draft: { row: StoredRow | undefined } | undefined;
  /** Of a token request, from the use of its code or refresh token on; settled before the answer leaves. */
  exchange: TokenExchange | undefined;
};

/** What the library remembers of a session: for each client its grant and `sid`, and a logout under way. */
export type SessionMemory = {
  readonly authorizations: Readonly<Record<string, unknown>>;
  readonly state: Readonly<Record<string, unknown>> | null;
};

const storage = new AsyncLocalStorage<RequestScope>();

/** `known` is what the scope begins with. */
export function runInScope<T>(work: () => Promise<T>, known: Partial<RequestScope> = {}): Promise<T> {
  return storage.run(
    {
      request: undefined,
      clients: new Map(),
      carriers: new Map(),
      grants: new Map(),
      sessions: new Map(),
      accounts: new Map(),
      memories: new Map(),
      draft: undefined,
      exchange: undefined,
      ...known,
    },
    work,
  );
}

export function currentScope(): RequestScope | undefined {
  return storage.getStore();
}

/** What was read along, once; `undefined` when nothing was, `null` when it was looked for and is not there. */
export function takeOnce<T>(from: Map<string, T | null> | undefined, key: string): T | null | undefined {
  const value = from?.get(key);
  from?.delete(key);
  return value;
}

/** An account as one application sees it. */
export function accountKey(accountId: string, applicationId: string): string {
  return `${applicationId}/${accountId}`;
}
