import type { Data } from '@vid/contract/endpoints/index';
import type { FieldReason } from '@vid/contract/field-reasons';
import { employerOf, type BrokerCertificate } from '#account/certificates/broker-certificate.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { ListCodes } from '#account/account.repo.ts';
import { foldText } from '#account/search/search-keys.ts';
import type { CurrentSession } from '#sign-in/session/session.service.ts';
import type { AccountServices } from '#account/services.ts';
import { beginAs } from '#platform/begin-as.ts';
import {
  readCertificate,
  readEmployer,
  todayAt,
  type DeclaredCertificate,
} from '#account/certificates/certificate.policy.ts';
import { createCertificateRepo, type Employer } from './certificate.repo.ts';

type Deps = AccountServices & { readonly listProvinces: ListCodes };

type Input = { readonly session: CurrentSession; readonly caller: Caller };
export type ShownCertificate = Data<'PUT /vid/api/users/certificate'>;

export function createCertificateService(deps: Deps) {
  const { sql, accounts, audit } = deps;
  const repo = createCertificateRepo(sql);

  /**
   * Returns the enterprise with the typed referral code or verified tax code, or a problem if there is none.
   * Other text with a letter is kept as the employer's name, and an empty text names no employer.
   */
  const findEmployer = async (typed: string): Promise<Employer | { readonly problem: FieldReason }> => {
    const employer = readEmployer(typed);
    if ('problem' in employer) return employer;
    if (employer.kind === 'none') return { employerId: null, employerName: null };
    if (employer.kind === 'name') return { employerId: null, employerName: employer.text };
    const employerId =
      employer.kind === 'referralCode'
        ? await accounts.findEnterpriseByReferralCode(employer.text)
        : await accounts.findVerifiedEnterprise(employer.text);
    return employerId === undefined ? { problem: 'employer' } : { employerId, employerName: null };
  };

  return {
    async find(accountId: string): Promise<ShownCertificate | null> {
      const found = await repo.find(accountId);
      return found ? toShown(found) : null;
    },

    /**
     * Declares a certificate. Declaring the same certificate again changes nothing; any change revokes its
     * confirmation.
     * @throws AppError FORBIDDEN for an enterprise, VALIDATION_FAILED with every invalid field, TOKEN_INVALID
     *   if the session has ended
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
      const employer = await findEmployer(declared.employer ?? '');
      if ('problem' in employer) problems['employer'] = employer.problem;
      if ('problem' in employer || Object.keys(problems).length > 0)
        throw new AppError('VALIDATION_FAILED', { fields: problems });
      return beginAs(sql, { caller }, async (tx) => {
        if (!(await accounts.lockRow(tx, accountId))) throw new AppError('TOKEN_INVALID');
        const before = await repo.find(accountId, tx);
        if (await repo.declare(tx, accountId, { ...certificate, ...employer })) {
          const lostConfirmation = before?.status === 'confirmed';
          const details = { removed: false, ...(lostConfirmation ? { lostConfirmation } : {}) };
          await audit.write(tx, { kind: 'certificate.changed', accountId, caller, details });
        }
        const after = await repo.find(accountId, tx);
        if (!after) throw new Error('the certificate was not written');
        return toShown(after);
      });
    },

    /**
     * Returns verified enterprises whose tax code, or a word of whose name or short name, begins with the
     * text; none for a text of fewer than two characters.
     */
    async searchEmployers(typed: string) {
      const text = foldText(typed);
      return text.length < 2 ? [] : repo.searchEmployers(text);
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
  const { number, province, issuedOn, expiresOn, status, refusal: reason } = found;
  return { number, province, issuedOn, expiresOn, status, reason, employer: employerOf(found) };
}

export type CertificateService = ReturnType<typeof createCertificateService>;
