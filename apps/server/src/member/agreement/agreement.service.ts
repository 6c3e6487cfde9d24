import type { Body } from '@vid/contract/endpoints/index';
import { toLegalConsent, toPublicVersion } from '#account/legal/legal-versions.ts';
import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { AccountServices } from '#account/services.ts';
import { beginAs } from '#platform/begin-as.ts';

type Agreement = Body<'POST /vid/api/agreement'> & {
  readonly accountId: string;
  readonly caller: Caller;
};

/**
 * Records members' agreement to the versions of the terms of use and the privacy policy that a sign-in
 * requires.
 */
export function createAgreementService({ sql, legal, accounts, audit }: AccountServices) {
  /**
   * Returns the current versions of the documents that the account must agree to. The current version may be
   * a correction of the version that requires agreement.
   */
  const findOutstanding = async (tx: Queryable, agreedId: number) => {
    const { lastId, versions } = await legal.findCurrent(tx);
    const outstanding = await legal.listOutstanding(tx, agreedId);
    return { lastId, versions: outstanding.map((document) => versions[document]) };
  };

  return {
    async list(accountId: string) {
      const agreedId = await accounts.findAgreedLegal(accountId);
      const { versions } = await findOutstanding(sql, agreedId);
      return { isFirst: agreedId < 0, documents: versions.map(toPublicVersion) };
    },

    /**
     * Records the agreement to every outstanding document; a repeated call changes nothing. The row lock
     * serializes concurrent calls.
     * @throws AppError PAGE_OUTDATED unless the page showed the current version of each outstanding document;
     *   TOKEN_INVALID if the session has ended
     */
    async agree({ accountId, documents, language, caller }: Agreement): Promise<void> {
      await beginAs(sql, { caller }, async (tx) => {
        const account = await accounts.lockRow(tx, accountId);
        if (!account) throw new AppError('TOKEN_INVALID');
        const { lastId, versions } = await findOutstanding(tx, account.agreedLegal);
        const isShown = versions.every(({ document, version }) =>
          documents.some((shown) => shown.document === document && shown.version === version),
        );
        if (!isShown) throw new AppError('PAGE_OUTDATED');
        if (versions.length === 0) return;
        const agreement = { accountId, language, method: 'agreement-page', address: caller.address };
        await accounts.insertConsents(
          tx,
          versions.map((version) => toLegalConsent(agreement, version)),
        );
        await accounts.setAgreedLegal(tx, accountId, lastId);
        for (const { document, label } of versions) {
          const details = { purpose: document, version: label };
          await audit.write(tx, { kind: 'consent.given', accountId, caller, details });
        }
      });
    },
  };
}
