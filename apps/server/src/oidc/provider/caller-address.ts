import { Provider } from 'oidc-provider';
import { addressKeyOf, type Caller } from '#http/caller.ts';

export type OidcCaller = Pick<Caller, 'address' | 'requestId'>;

const callers = new WeakMap<object, OidcCaller>();

/** Remembers who sent a request, because the library sees only its socket and headers. */
export function noteCaller(request: object, caller: OidcCaller): void {
  callers.set(request, caller);
}

export function callerOf(request: object): OidcCaller {
  const caller = callers.get(request);
  if (!caller) throw new Error('the caller of an OpenID Connect request is unknown');
  return caller;
}

/** The network of the request that the library is handling; undefined outside its endpoints. */
export function callerAddressKey(): string | undefined {
  return Provider.ctx && addressKeyOf(callerOf(Provider.ctx.req).address);
}
