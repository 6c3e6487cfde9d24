import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { SigningKeys } from '#oidc/keys/signing-keys.ts';
import type { Jwks } from './provider-configuration.ts';

export type { Client, default as Provider } from 'oidc-provider';

/** Interval at which a process checks for rotated signing keys. */
const checkEveryMs = 10_000;

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Current = { provider: Provider; handler: Handler; version: string; checkedAt: number };

/**
 * Builds the provider on first use, so that the process starts without a database, and again after the
 * signing keys were rotated.
 */
export function createProviderHolder(
  signingKeys: SigningKeys,
  build: (jwks: Jwks) => Provider,
  nowMs: () => number,
) {
  let current: Current | undefined;
  let building: Promise<Current> | undefined;

  const rebuild = async (): Promise<Current> => {
    const { version, jwks } = await signingKeys.load();
    const provider = build(jwks);
    // Create the handler once, because composing oidc-provider's middleware costs more than a request.
    current = { provider, handler: provider.callback(), version, checkedAt: nowMs() };
    return current;
  };
  const get = async (): Promise<Current> => {
    if (current && nowMs() - current.checkedAt < checkEveryMs) return current;
    if (current) {
      current.checkedAt = nowMs();
      if ((await signingKeys.version()) === current.version) return current;
    }
    building ??= rebuild().finally(() => {
      building = undefined;
    });
    return building;
  };

  return {
    get: async (): Promise<Provider> => (await get()).provider,
    handler: async (): Promise<Handler> => (await get()).handler,
  };
}
