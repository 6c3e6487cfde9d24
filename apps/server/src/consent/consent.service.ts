import { AppError } from '#lib/app-error.ts';
import type { Caller } from '#http/caller.ts';
import { toSsoApplication } from '#applications/application/application.service.ts';
import type { ApplicationRepo, ApplicationRow } from '#applications/application/application.repo.ts';
import type { ConsentRepo } from './consent.repo.ts';

type Deps = {
  readonly repo: ConsentRepo;
  readonly applications: Pick<ApplicationRepo, 'findApplication' | 'listByIds' | 'listClients'>;
};

type Agreement = {
  readonly accountId: string;
  readonly application: Pick<ApplicationRow, 'id' | 'code' | 'isFirstParty'>;
  /** What the person was shown: scopes, separated by spaces. */
  readonly scope: string;
  readonly caller: Caller;
};

/** What applications may know of members. First-party applications need no consent. */
export function createConsentService({ repo, applications }: Deps) {
  return {
    covers: (asked: Parameters<ConsentRepo['covers']>[0]) => repo.covers(asked),

    async record({ accountId, application, scope, caller }: Agreement): Promise<void> {
      if (!application.isFirstParty) await repo.record({ accountId, application, caller }, scope);
    },

    async list(accountId: string) {
      const consents = await repo.list(accountId);
      const found = await applications.listByIds(consents.map(({ applicationId }) => applicationId));
      const byId = new Map(found.map((application) => [application.id, application]));
      return consents.flatMap(({ applicationId, scopes, agreedAt, firstUsedAt, lastUsedAt }) => {
        const application = byId.get(applicationId);
        if (!application) return [];
        return [
          {
            application: toSsoApplication(application),
            scopes,
            agreedAt: toIso(agreedAt),
            firstUsedAt: toIso(firstUsedAt),
            lastUsedAt: toIso(lastUsedAt),
          },
        ];
      });
    },

    /**
     * Ends an application's access to the account's data, including by tokens it holds, and tells it so. A first-party
     * application gets access again when the account signs in to it. Repeating it changes nothing.
     * @throws AppError NOT_FOUND for an unknown application
     */
    async withdraw(input: { accountId: string; appCode: string; caller: Caller }): Promise<true> {
      const application = await applications.findApplication(input.appCode);
      if (!application) throw new AppError('NOT_FOUND');
      const clients = await applications.listClients(application.id);
      const { accountId, caller } = input;
      await repo.withdraw({ accountId, application, caller }, clients);
      return true;
    },
  };
}

function toIso(date: Date | null): string | null {
  return date && date.toISOString();
}

export type ConsentService = ReturnType<typeof createConsentService>;
