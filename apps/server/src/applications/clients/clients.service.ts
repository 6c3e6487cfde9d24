import type { Body, Data } from '@vid/contract/endpoints/index';
import { AppError } from '#lib/app-error.ts';
import type { Actor } from '#account/actor.ts';
import type { ClientRow } from '#applications/application/application.repo.ts';
import type { ApplicationServices } from '#applications/services.ts';
import type { Registered } from './client.service.ts';

type NewClient = Body<'POST /vid/api/apps/:appId/clients'>;
type Change = Body<'PATCH /vid/api/apps/:appId/clients/:clientId'>;
type Item = Data<'GET /vid/api/apps/:appId/clients'>[number];
type Detail = Data<'GET /vid/api/apps/:appId/clients/:clientId'>;
type Answer = Data<'POST /vid/api/apps/:appId/clients'>;

/** Manages the clients of one application, for its managers. A client of another application is NOT_FOUND (M2). */
export function createClientsService({ applicationRepo: repo, applications }: ApplicationServices) {
  return {
    async list(appId: string): Promise<Item[]> {
      return (await repo.listClients(appId)).map(toItem);
    },

    /** @throws AppError NOT_FOUND */
    async get(appId: string, clientId: string): Promise<Detail> {
      const found = await repo.findClient(clientId);
      if (found?.application.id !== appId) throw new AppError('NOT_FOUND');
      const secrets = await repo.listSecrets(clientId);
      return {
        ...toItem(found.client),
        secrets: secrets.map(({ createdAt, expiresAt }) => ({
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt?.toISOString() ?? null,
        })),
        keys: (found.client.jwks?.keys ?? []).map(({ kid, kty, alg }) => ({
          kid: textOrNull(kid),
          kty: String(kty),
          alg: textOrNull(alg),
        })),
      };
    },

    /** @throws AppError VALIDATION_FAILED with the wrong fields */
    async add(appId: string, input: NewClient, by: Actor): Promise<Answer> {
      const [application] = await repo.listByIds([appId]);
      if (!application) throw new AppError('NOT_FOUND');
      return toAnswer(await applications.addClient(application.code, input, { ...by, within: appId }));
    },

    async change(appId: string, clientId: string, change: Change, by: Actor): Promise<Answer> {
      return toAnswer(await applications.changeClient(clientId, change, { ...by, within: appId }));
    },

    remove: (appId: string, clientId: string, by: Actor) =>
      applications.removeClient(clientId, { ...by, within: appId }),

    setStatus: (appId: string, clientId: string, status: ClientRow['status'], by: Actor) =>
      applications.setClientStatus(clientId, status, { ...by, within: appId }),

    async rotateSecret(
      appId: string,
      clientId: string,
      options: { readonly endsFormer: boolean },
      by: Actor,
    ): Promise<Answer> {
      const secret = await applications.rotateSecret(clientId, options, { ...by, within: appId });
      return { clientId, secret };
    },

    endFormerSecrets: (appId: string, clientId: string, by: Actor) =>
      applications.endFormerSecrets(clientId, { ...by, within: appId }),
  };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const toAnswer = ({ clientId, secret }: Registered): Answer => ({ clientId, secret: secret ?? null });

function toItem(row: ClientRow): Item {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    authMethod: row.authMethod,
    redirectUris: row.redirectUris,
    postLogoutUris: row.postLogoutUris,
    backchannelLogoutUri: row.backchannelLogoutUri,
    idTokenAlg: row.idTokenAlg,
    asksToContinue: row.asksToContinue,
    requiresPar: row.requiresPar,
    requiresDpop: row.requiresDpop,
    requiresName: row.requiresName,
    requiresEmail: row.requiresEmail,
    mayOmitPkce: row.mayOmitPkce,
    managementScopes: row.managementScopes,
    scopes: row.scopes,
  };
}
