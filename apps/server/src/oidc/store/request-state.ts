import { Provider } from 'oidc-provider';
import type { Model, NewRow, SessionRow } from './rows.ts';

export type ExchangedModel = Extract<Model, 'AuthorizationCode' | 'RefreshToken' | 'DeviceCode'>;

export type Exchange = {
  readonly used: { readonly model: ExchangedModel; readonly idHash: Buffer };
  readonly accessToken?: NewRow | undefined;
  readonly refreshToken?: NewRow | undefined;
};

export type RequestState = {
  /** Stored hash of the secret that the client presented. */
  secretHash?: string | undefined;
  exchange?: { -readonly [Part in keyof Exchange]?: Exchange[Part] };
  /** The session's data when it was read, for comparison with later changes. */
  sessionMemory?: Pick<SessionRow, 'authorizations' | 'state'>;
  /** Seconds since the session's sign-in by the database's clock. */
  signInAgeSeconds?: number;
  /** Time of the session's sign-in, in seconds since 1970. */
  signedInAt?: number;
  mustAgree?: boolean;
  mustDecideDeletion?: boolean;
};

const states = new WeakMap<object, RequestState>();

export function stateOf(ctx: object): RequestState {
  const known = states.get(ctx);
  if (known) return known;
  const state: RequestState = {};
  states.set(ctx, state);
  return state;
}

export function currentState(): RequestState | undefined {
  return Provider.ctx && stateOf(Provider.ctx);
}
