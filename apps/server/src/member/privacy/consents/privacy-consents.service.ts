import { consentPurposes, requiredPurposes } from '@vid/contract/legal/purposes';
import { termsVersion, type Locale } from '@vid/contract/limits';
import type { AccountRepo } from '#account/account.repo.ts';
import { toNewsConsent } from '#account/consents/agreed-text.ts';
import type { Sql } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { Audit } from '#platform/audit/audit.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import type { PrivacyConsentRepo } from './privacy-consents.repo.ts';

type Deps = {
  readonly sql: Sql;
  readonly repo: PrivacyConsentRepo;
  readonly accounts: Pick<AccountRepo, 'lockRow' | 'insertConsents'>;
  readonly audit: Audit;
};

type Decision = {
  readonly accountId: string;
  readonly purpose: 'marketing';
  readonly isGiven: boolean;
  readonly version: string;
  readonly language: Locale;
  readonly caller: Caller;
};

/** Records what a member has agreed to, separately for each purpose (Law 91/2025/QH15, articles 9 and 10). */
export function createPrivacyConsentService({ sql, repo, accounts, audit }: Deps) {
  return {
    async list(accountId: string) {
      const events = await repo.list(accountId);
      return consentPurposes.map((purpose) => {
        const own = events.filter((event) => event.purpose === purpose);
        return {
          purpose,
          isRequired: requiredPurposes.has(purpose),
          isGiven: own[0]?.action === 'given',
          events: own.map(({ action, noticeVersion, language, textHash, method, agreedAt }) => ({
            action,
            version: noticeVersion,
            language,
            textHash: textHash && textHash.toString('hex'),
            method,
            at: agreedAt.toISOString(),
          })),
        };
      });
    },

    /**
     * Records a consent or its withdrawal. The row lock orders concurrent decisions; a repeat changes nothing.
     * @throws AppError PAGE_OUTDATED if the page showed another version than the current one
     */
    async decide({ accountId, purpose, isGiven, version, language, caller }: Decision): Promise<true> {
      // A withdrawal does not depend on the current text.
      if (isGiven && version !== termsVersion) throw new AppError('PAGE_OUTDATED');
      await sql.begin(async (tx) => {
        if (!(await accounts.lockRow(tx, accountId))) throw new AppError('TOKEN_INVALID');
        if ((await repo.isGiven(tx, accountId, purpose)) === isGiven) return;
        const action = isGiven ? 'given' : 'withdrawn';
        const consent = { accountId, action, language, method: 'privacy-page' } as const;
        await accounts.insertConsents(tx, [toNewsConsent({ ...consent, address: caller.address })]);
        await audit.write(tx, {
          kind: `consent.${action}`,
          accountId,
          caller,
          details: { purpose, version: termsVersion },
        });
        if (!isGiven) await publishWebhooks(tx, { event: 'purpose.withdrawn', accountId, purpose });
      });
      return true;
    },
  };
}

export type PrivacyConsentService = ReturnType<typeof createPrivacyConsentService>;
