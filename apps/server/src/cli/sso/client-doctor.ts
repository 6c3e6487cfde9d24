import { needClient } from '#cli/access/subcommand.ts';
import type { CommandDeps } from '#cli/services.ts';
import { createClientDoctorService } from '#diagnosis/attempts/client-doctor.service.ts';
import { createSigningKeys } from '#oidc/keys/signing-keys.ts';

export function createClientDoctor(deps: CommandDeps) {
  const service = createClientDoctorService({
    ...deps,
    signingKeys: createSigningKeys(deps.sql, deps.keys),
  });
  const appIdOf = async (clientId: string) => (await needClient(deps, clientId)).application.id;
  return {
    listAttempts: async (clientId: string) => service.listAttempts(await appIdOf(clientId), clientId),
    follow: async (clientId: string) => service.follow(await appIdOf(clientId), clientId),
    check: async (clientId: string) => service.check(await appIdOf(clientId), clientId),
  };
}

export type ClientDoctor = ReturnType<typeof createClientDoctor>;
