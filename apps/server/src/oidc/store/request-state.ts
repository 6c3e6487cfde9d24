import { Provider } from 'oidc-provider';
import type { Use } from '#consent/application-uses.policy.ts';
import type { Model, NewRow, SessionRow } from './rows.ts';

/** The code or token that a token request uses, and the tokens that it issues in return (token-exchange.ts). */
export type Exchange = {
  readonly used: { readonly model: Model; readonly idHash: Buffer };
  readonly accessToken?: NewRow | undefined;
  readonly refreshToken?: NewRow | undefined;
  readonly use?: Use | undefined;
};

/** The library's data about a session: the grant and `sid` of each client, and a logout in progress. */
export type SessionMemory = Pick<SessionRow, 'authorizations' | 'state'>;

export type RequestState = {
  /** The code or token that the request has used, and the tokens that it has issued so far. */
  exchange?: { -readonly [Part in keyof Exchange]?: Exchange[Part] };
  /** The library's data about the session as it was read, so that only changes are written. */
  sessionMemory?: SessionMemory;
  /** Seconds since the session's sign-in, by the database's clock. */
  signInAgeSeconds?: number;
  /** The time of the session's sign-in, in seconds since 1970. */
  signedInAt?: number;
  mustAgree?: boolean;
};

const states = new WeakMap<object, RequestState>();

export function stateOf(ctx: object): RequestState {
  const known = states.get(ctx);
  if (known) return known;
  const state: RequestState = {};
  states.set(ctx, state);
  return state;
}

/** The state of the request that the library is handling; undefined outside its endpoints. */
export function currentState(): RequestState | undefined {
  return Provider.ctx && stateOf(Provider.ctx);
}
