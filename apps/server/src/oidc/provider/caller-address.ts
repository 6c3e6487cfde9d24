import { addressKeyOf, type Caller } from '#http/caller.ts';

export type OidcCaller = Pick<Caller, 'address' | 'requestId'>;

const callers = new WeakMap<object, OidcCaller>();

/** Stores the caller of a request for oidc-provider, which sees only the socket and the headers. */
export function noteCaller(request: object, caller: OidcCaller): void {
  callers.set(request, caller);
}

export function callerOf(request: object): OidcCaller {
  const caller = callers.get(request);
  if (!caller) throw new Error('the caller of an OpenID Connect request is unknown');
  return caller;
}

export const networkOf = (request: object): string => addressKeyOf(callerOf(request).address);
