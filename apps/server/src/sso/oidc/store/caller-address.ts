import { Provider } from 'oidc-provider';

const addressKeys = new WeakMap<object, string>();

/** Remembers who sent a request, because the library sees only its socket and headers. */
export function noteCaller(request: object, addressKey: string): void {
  addressKeys.set(request, addressKey);
}

/** The network of the request that the library is handling; undefined outside its endpoints. */
export function callerAddressKey(): string | undefined {
  return Provider.ctx && addressKeys.get(Provider.ctx.req);
}
