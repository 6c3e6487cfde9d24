import type { AccountServices } from '#account/services.ts';
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
  return {
    handlers: {
      'GET /vid/api/users/information': async ({ session }) => ({
        email: emails.stateOf(session.account),
        accountReturn: (await returnRepo.findUnseen(sql, session.account.id)) ?? null,
        password: toPassword(await passwords.find(session.account.id)),
        certificate: await certificates.find(session.account.id),
        verification:
          session.account.kind === 'enterprise'
            ? ((await findVerification(session.account.id)) ?? null)
            : null,
      }),
      'DELETE /vid/api/users/return': async ({ session }) => {
        // An intruder who has regained access must not be able to hide the list from the owner.
        if (session.holdSeconds > 0) requireConfirmed(session);
        await returnRepo.markSeen(session.account.id);
      },
    },
  };
}

const toPassword = (found: { readonly changedAt: Date } | undefined) =>
  found ? { changedAt: found.changedAt.toISOString() } : null;
