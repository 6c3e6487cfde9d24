import { AppError } from '#lib/app-error.ts';
import type { Caller } from '#http/caller.ts';
import { toSsoApplication } from '#sso/applications/application.service.ts';
import type { ApplicationRepo, ApplicationRow } from '#sso/applications/application.repo.ts';
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

/** What members let third-party applications know. First-party applications need no consent. */
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
      return consents.flatMap(({ applicationId, scopes, agreedAt }) => {
        const application = byId.get(applicationId);
        return application
          ? [{ application: toSsoApplication(application), scopes, agreedAt: agreedAt.toISOString() }]
          : [];
      });
    },

    /**
     * Ends an application's access to the account's data, including by tokens it holds. Repeating it changes nothing.
     * @throws AppError NOT_FOUND for an unknown application, and for a first-party one, which has no consent
     */
    async withdraw(input: { accountId: string; appCode: string; caller: Caller }): Promise<true> {
      const application = await applications.findApplication(input.appCode);
      if (!application || application.isFirstParty) throw new AppError('NOT_FOUND');
      const clients = await applications.listClients(application.id);
      const { accountId, caller } = input;
      await repo.withdraw(
        { accountId, application, caller },
        clients.map(({ id }) => id),
      );
      return true;
    },
  };
}

export type ConsentService = ReturnType<typeof createConsentService>;
