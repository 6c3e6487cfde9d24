import type Provider from 'oidc-provider';
import type { SigningKeys } from './signing-keys.ts';

/** How long a rotation of the signing keys may go unnoticed by a process. */
const checkEveryMs = 30_000;

/**
 * The provider of this process. It is built with the signing keys when it is first asked for, so that a
 * database that is down at the start is no obstacle, and built anew when the keys have been rotated.
 */
export function createProviderHolder(
  signingKeys: SigningKeys,
  build: (jwks: Awaited<ReturnType<SigningKeys['load']>>['jwks']) => Provider,
  nowMs: () => number,
) {
  let current: { provider: Provider; version: string; checkedAt: number } | undefined;
  let building: Promise<Provider> | undefined;

  const rebuild = async (): Promise<Provider> => {
    const { version, jwks } = await signingKeys.load();
    current = { provider: build(jwks), version, checkedAt: nowMs() };
    return current.provider;
  };

  return {
    async get(): Promise<Provider> {
      if (current && nowMs() - current.checkedAt < checkEveryMs) return current.provider;
      if (current) {
        current.checkedAt = nowMs();
        if ((await signingKeys.version()) === current.version) return current.provider;
      }
      building ??= rebuild().finally(() => {
        building = undefined;
      });
      return building;
    },
  };
}

export type ProviderHolder = ReturnType<typeof createProviderHolder>;
