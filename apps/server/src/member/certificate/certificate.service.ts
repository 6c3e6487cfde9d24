import type { Data } from '@vid/contract/endpoints/index';
import { checkTaxCode, normaliseTaxCode } from '@vid/contract/tax-code';
import type { BrokerCertificate } from '#account/broker-certificate.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { ListCodes } from '#account/account.repo.ts';
import { parseReferralCode } from '#account/referral/referral.policy.ts';
import type { CurrentSession } from '#sign-in/session/session.service.ts';
import type { AccountServices } from '#account/services.ts';
import { beginAs } from '#platform/begin-as.ts';
import { readCertificate, todayAt, type DeclaredCertificate } from '#account/certificate.policy.ts';
import { createCertificateRepo } from './certificate.repo.ts';

type Deps = AccountServices & { readonly listProvinces: ListCodes };

type Input = { readonly session: CurrentSession; readonly caller: Caller };
export type ShownCertificate = Data<'PUT /vid/api/users/certificate'>;

export function createCertificateService(deps: Deps) {
  const { sql, accounts, audit } = deps;
  const repo = createCertificateRepo(sql);

  /** Finds the account of an enterprise by its referral code or tax code; undefined if there is none. */
  const findEmployer = async (typed: string): Promise<string | undefined> => {
    const referralCode = parseReferralCode(typed);
    if (referralCode !== undefined) return accounts.findEnterpriseByReferralCode(referralCode);
    const taxCode = normaliseTaxCode(typed);
    return checkTaxCode(taxCode) === 'malformed' ? undefined : accounts.findVerifiedEnterprise(taxCode);
  };

  return {
    async find(accountId: string): Promise<ShownCertificate | null> {
      const found = await repo.find(accountId);
      return found ? toShown(found) : null;
    },

    /**
     * Declares the certificate. Declaring the same certificate again changes nothing; a changed certificate loses its
     * confirmation.
     * @throws AppError FORBIDDEN for an enterprise, VALIDATION_FAILED with every invalid field
     */
    async declare({
      session,
      declared,
      caller,
    }: Input & { readonly declared: DeclaredCertificate }): Promise<ShownCertificate> {
      const { id: accountId, kind } = session.account;
      if (kind === 'enterprise') throw new AppError('FORBIDDEN');
      const provinces = await deps.listProvinces((await repo.find(accountId))?.province ?? null);
      const { certificate, problems } = readCertificate(declared, {
        provinces,
        today: todayAt(deps.nowMs()),
      });
      const typed = (declared.employer ?? '').trim();
      const employerId = typed === '' ? null : await findEmployer(typed);
      if (employerId === undefined) problems['employer'] = 'employer';
      if (employerId === undefined || Object.keys(problems).length > 0)
        throw new AppError('VALIDATION_FAILED', { fields: problems });
      return beginAs(sql, { caller }, async (tx) => {
        if (!(await accounts.lockRow(tx, accountId))) throw new AppError('TOKEN_INVALID');
        const before = await repo.find(accountId, tx);
        if (await repo.declare(tx, accountId, { ...certificate, employerId })) {
          const lostConfirmation = before?.status === 'confirmed';
          const details = { removed: false, ...(lostConfirmation ? { lostConfirmation } : {}) };
          await audit.write(tx, { kind: 'certificate.changed', accountId, caller, details });
        }
        const after = await repo.find(accountId, tx);
        if (!after) throw new Error('the certificate was not written');
        return toShown(after);
      });
    },

    async remove({ session, caller }: Input): Promise<void> {
      const accountId = session.account.id;
      await beginAs(sql, { caller }, async (tx) => {
        if (!(await repo.remove(tx, accountId))) return;
        const details = { removed: true };
        await audit.write(tx, { kind: 'certificate.changed', accountId, caller, details });
      });
    },
  };
}

function toShown(found: BrokerCertificate): ShownCertificate {
  const { number, province, issuedOn, expiresOn, status, refusal: reason, employerCode } = found;
  const employer =
    employerCode === null
      ? null
      : {
          name: found.employerName,
          taxCode: found.employerTaxCode,
          verified: found.isEmployerVerified,
          referralCode: employerCode,
        };
  return { number, province, issuedOn, expiresOn, status, reason, employer };
}

export type CertificateService = ReturnType<typeof createCertificateService>;
