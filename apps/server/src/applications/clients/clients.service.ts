import type { Body } from '@vid/contract/endpoints/index';
import type { FormerSecretEnd } from '@vid/contract/limits';
import type { Answer } from '#http/routes/routes.ts';
import { AppError } from '#lib/app-error.ts';
import type { Actor } from '#account/actor.ts';
import type { ApplicationServices } from '#applications/services.ts';
import type { Registered } from './client.service.ts';

type NewClient = Body<'POST /vid/api/apps/:appId/clients'>;
type Change = Body<'PATCH /vid/api/apps/:appId/clients/:clientId'>;
type NewSecret = Answer<'POST /vid/api/apps/:appId/clients'>;

/** Lets managers manage the clients of one application. A client of another application is NOT_FOUND (M2). */
export function createClientsService({ applicationRepo: repo, applications }: ApplicationServices) {
  return {
    list: (appId: string) => repo.listClients(appId),

    async get(appId: string, clientId: string) {
      const found = await repo.findClient(clientId);
      if (found?.application.id !== appId) throw new AppError('NOT_FOUND');
      const keys = (found.client.jwks?.keys ?? []).map(({ kid, kty, alg }) => ({
        kid: textOrNull(kid),
        kty: String(kty),
        alg: textOrNull(alg),
      }));
      return { ...found.client, secrets: await repo.listSecrets(clientId), keys };
    },

    async add(appId: string, input: NewClient, by: Actor): Promise<NewSecret> {
      const [application] = await repo.listByIds([appId]);
      if (!application) throw new AppError('NOT_FOUND');
      return toAnswer(await applications.addClient(application.code, input, by));
    },

    change: async (clientId: string, change: Change, by: Actor): Promise<NewSecret> =>
      toAnswer(await applications.changeClient(clientId, change, by)),

    rotateSecret: async (
      clientId: string,
      formerEnds: FormerSecretEnd | undefined,
      by: Actor,
    ): Promise<NewSecret> => ({
      clientId,
      secret: await applications.rotateSecret(clientId, formerEnds, by),
    }),
  };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const toAnswer = ({ clientId, secret }: Registered): NewSecret => ({ clientId, secret: secret ?? null });
