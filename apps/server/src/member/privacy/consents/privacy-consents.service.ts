import { consentPurposes, requiredPurposes } from '@vid/contract/legal/purposes';
import { maxConsentEvents, termsVersion, type Locale } from '@vid/contract/limits';
import { toNewsConsent } from '#account/consents/agreed-text.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { beginAs } from '#platform/begin-as.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import type { AccountServices } from '#account/services.ts';
import { createPrivacyConsentRepo } from './privacy-consents.repo.ts';

type Decision = {
  readonly accountId: string;
  readonly purpose: 'marketing';
  readonly isGiven: boolean;
  readonly version: string;
  readonly language: Locale;
  readonly caller: Caller;
};

/** Records consents, which members give separately for each purpose (Law 91/2025/QH15, articles 9 and 10). */
export function createPrivacyConsentService({ sql, accounts, audit }: AccountServices) {
  const repo = createPrivacyConsentRepo(sql);
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
            at: agreedAt,
          })),
        };
      });
    },

    /**
     * Records a consent or its withdrawal; a repeated decision changes nothing. The row lock serializes
     * concurrent decisions.
     * @throws AppError RATE_LIMITED for a consent after too many decisions, PAGE_OUTDATED for a consent to a
     *   version other than the current one, TOKEN_INVALID if the session has ended
     */
    async decide({ accountId, purpose, isGiven, version, language, caller }: Decision): Promise<void> {
      // Consents can be withdrawn regardless of the version.
      if (isGiven && version !== termsVersion) throw new AppError('PAGE_OUTDATED');
      await beginAs(sql, { caller }, async (tx) => {
        if (!(await accounts.lockRow(tx, accountId))) throw new AppError('TOKEN_INVALID');
        if ((await repo.isGiven(tx, accountId, purpose)) === isGiven) return;
        if (isGiven && (await repo.countEvents(tx, accountId, purpose)) >= maxConsentEvents - 1)
          throw new AppError('RATE_LIMITED');
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
    },
  };
}
