import { Provider } from 'oidc-provider';
import type { AccountRow, NewRow, SessionRow } from './rows.ts';

/** A code or refresh token that a token request exchanges; see `token-exchange.ts`. */
export type PendingExchange = {
  readonly model: 'AuthorizationCode' | 'RefreshToken' | 'DeviceCode';
  readonly idHash: Buffer;
  accessToken?: NewRow;
  refreshToken?: NewRow;
};

/** The library's data about a session: the grant and `sid` of each client, and a logout in progress. */
export type SessionMemory = Pick<SessionRow, 'authorizations' | 'state'>;

/** What the stores remember during one request to the provider. */
export type RequestState = {
  /** Rows read ahead for the library's next lookups; null if there is none. */
  readonly sessions: Map<string, SessionRow | null>;
  readonly grants: Map<string, Record<string, unknown> | null>;
  /** By `accountKey`. */
  readonly accounts: Map<string, AccountRow | null>;
  /** The library's data about the session as it was read, so that only changes are written. */
  sessionMemory?: SessionMemory;
  /** Seconds since the session's sign-in, by the database's clock. */
  signInAgeSeconds?: number;
  /** Whether the session's account must agree to new terms. */
  mustAgree?: boolean;
  pendingExchange?: PendingExchange;
};

const states = new WeakMap<object, RequestState>();

/** The state of each request, by the library's context. */
export function stateOf(ctx: object): RequestState {
  const known = states.get(ctx);
  if (known) return known;
  const state: RequestState = { sessions: new Map(), grants: new Map(), accounts: new Map() };
  states.set(ctx, state);
  return state;
}

/** The state of the request that the library is handling; undefined outside its endpoints. */
export function currentState(): RequestState | undefined {
  return Provider.ctx && stateOf(Provider.ctx);
}

/** The key of `accounts`. The claims depend on the client's application. */
export function accountKey(accountId: string, clientId: string): string {
  return `${clientId} ${accountId}`;
}

/** Removes and returns a row that was read ahead, or undefined. The next lookup goes to the database. */
export function takeOnce<T>(rows: Map<string, T | null> | undefined, key: string): T | null | undefined {
  const row = rows?.get(key);
  rows?.delete(key);
  return row;
}
