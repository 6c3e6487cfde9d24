import type { Removed } from '#account/return-to-owner/return-to-owner.policy.ts';
import type { GivenSince } from '#account/return-to-owner/return-to-owner.service.ts';
import type { Queryable } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import type { Caller } from '#http/caller.ts';
import type { AuditEvent } from '#platform/audit/audit.ts';
import { beginAs } from '#platform/begin-as.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import { toSsoApplication } from '#applications/application/application.service.ts';
import type { ApplicationRow } from '#applications/application/application.repo.ts';
import type { ApplicationServices } from '#applications/services.ts';
import { createConsentRepo, type ConsentRepo } from './consent.repo.ts';

type Agreement = {
  readonly accountId: string;
  readonly application: Pick<ApplicationRow, 'id' | 'code' | 'isFirstParty'>;
  readonly scope: string;
  readonly caller: Caller;
};

/** Consents of members to third-party applications; first-party applications need none. */
export function createConsentService({
  sql,
  lookups,
  audit,
  applicationRepo: applications,
}: ApplicationServices) {
  const repo = createConsentRepo(sql, lookups);
  const end = async (
    tx: Queryable,
    application: Pick<ApplicationRow, 'id' | 'code'>,
    by: Pick<AuditEvent, 'actorId' | 'caller'> & { readonly accountId: string },
  ): Promise<void> => {
    const { accountId } = by;
    const clients = await applications.listClients(application.id);
    const recipients = clients.filter(({ backchannelLogoutUri }) => backchannelLogoutUri !== null);
    const access = { accountId, applicationId: application.id };
    const consents = await repo.deleteConsent(tx, access);
    const uses = await repo.deleteUse(tx, access);
    const grants = await repo.deleteGrants(
      tx,
      accountId,
      clients.map(({ id }) => id),
    );
    if (consents + uses + grants === 0) return;
    const details = { application: application.code, scope: null };
    await audit.write(tx, { kind: 'consent.withdrawn', ...by, details });
    if (consents + uses > 0)
      await publishWebhooks(tx, { event: 'application.withdrawn', accountId, application });
    if (recipients.length > 0)
      await repo.queueLogout(
        tx,
        accountId,
        recipients.map(({ id }) => id),
      );
  };

  return {
    covers: (asked: Parameters<ConsentRepo['covers']>[0]) => repo.covers(asked),

    /**
     * Records a consent. Repeating a consent writes no audit row, so repeated calls cannot fill the audit
     * table.
     */
    async record({ accountId, application, scope, caller }: Agreement): Promise<void> {
      if (application.isFirstParty) return;
      const scopes = [...new Set(scope.split(' ').filter((name) => name !== ''))].toSorted();
      await beginAs(sql, { caller }, async (tx) => {
        if (!(await repo.add(tx, { accountId, applicationId: application.id }, scopes))) return;
        const details = { application: application.code, scope };
        await audit.write(tx, { kind: 'consent.given', accountId, caller, details });
      });
    },

    async list(accountId: string) {
      const consents = await repo.list(accountId);
      const found = await applications.listByIds(consents.map(({ applicationId }) => applicationId));
      const byId = new Map(found.map((application) => [application.id, application]));
      return consents.flatMap(({ applicationId, scopes, agreedAt, firstUsedAt, lastUsedAt }) => {
        const application = byId.get(applicationId);
        return application
          ? [{ application: toSsoApplication(application), scopes, agreedAt, firstUsedAt, lastUsedAt }]
          : [];
      });
    },

    /**
     * Ends an application's access to the account's data, and notifies the application if it had access. Deleting the
     * grants also invalidates the codes and tokens. A first-party application regains access when the account signs in
     * to it. A third party cannot use a grant added concurrently, because every code also requires the consent.
     * @throws AppError NOT_FOUND for an unknown application
     */
    async withdraw(input: { accountId: string; appCode: string; caller: Caller }): Promise<void> {
      const application = await applications.findApplication(input.appCode);
      if (!application) throw new AppError('NOT_FOUND');
      const { accountId, caller } = input;
      await beginAs(sql, { caller }, (tx) => end(tx, application, { accountId, caller }));
    },

    async withdrawSince(tx: Queryable, { accountId, since, by }: GivenSince): Promise<readonly Removed[]> {
      const given = await repo.listSince(tx, accountId, since);
      const found = await applications.listByIds(given.map(({ applicationId }) => applicationId));
      const removed: Removed[] = [];
      for (const application of found) {
        await end(tx, application, { ...by, accountId });
        const agreedAt = given.find(({ applicationId }) => applicationId === application.id)?.agreedAt;
        removed.push({ kind: 'consent', name: application.name, addedAt: (agreedAt ?? since).toISOString() });
      }
      return removed;
    },
  };
}

export type ConsentService = ReturnType<typeof createConsentService>;
