import type { AccountServices } from '#account/services.ts';
import { findPhoneHold } from '#account/phone-hold.ts';
import type { CertificateService } from '#member/certificate/certificate.service.ts';
import type { EmailService } from '#member/email/email.service.ts';
import type { Module } from '#platform/module.ts';
import { requireConfirmed } from '#sign-in/session/session.policy.ts';

type Deps = AccountServices & {
  readonly emails: Pick<EmailService, 'stateOf'>;
  readonly certificates: Pick<CertificateService, 'find'>;
};

export function createInformationModule(deps: Deps): Module {
  const { sql, passwords, returnRepo, emails, certificates, findVerification } = deps;
  const findPassword = async (accountId: string) => {
    const found = await passwords.find(accountId);
    if (!found) return null;
    const hold = await findPhoneHold(passwords, sql, accountId);
    return {
      changedAt: found.changedAt.toISOString(),
      ...(hold && { holdsPhoneUntil: hold.until.toISOString() }),
    };
  };
  return {
    handlers: {
      'GET /vid/api/users/information': async ({ session }) => ({
        email: emails.stateOf(session.account),
        accountReturn: (await returnRepo.findUnseen(sql, session.account.id)) ?? null,
        password: await findPassword(session.account.id),
        certificate: await certificates.find(session.account.id),
        verification:
          session.account.kind === 'enterprise'
            ? ((await findVerification(session.account.id)) ?? null)
            : null,
      }),
      'DELETE /vid/api/users/return': async ({ session }) => {
        // An intruder who has regained access must not be able to hide the report of the account's return from
        // the owner.
        if (session.holdSeconds > 0) requireConfirmed(session);
        await returnRepo.markSeen(session.account.id);
      },
    },
  };
}
