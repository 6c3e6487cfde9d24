import type { Verification } from '#account/enterprise-state.ts';
import type { Route } from '#http/routes.ts';
import type { CertificateService } from '#member/certificate/certificate.service.ts';
import type { EmailService } from '#member/email/email.service.ts';
import type { PhoneChangeService } from '#member/phone-change/phone-change.service.ts';

export type InformationDeps = {
  readonly emails: Pick<EmailService, 'stateOf'>;
  readonly certificates: Pick<CertificateService, 'find'>;
  readonly findVerification: (accountId: string) => Promise<Verification | undefined>;
  readonly phoneChanges: Pick<PhoneChangeService, 'findOpen'>;
};

export function registerInformationRoutes(route: Route, deps: InformationDeps): void {
  const { emails, phoneChanges, certificates, findVerification } = deps;
  route('GET /vid/api/users/information', async ({ session }) => ({
    email: emails.stateOf(session.account),
    phoneChange: await phoneChanges.findOpen(session.account.id),
    certificate: await certificates.find(session.account.id),
    verification: session.account.kind === 'enterprise' ? await shown(session.account.id) : null,
  }));

  const shown = async (accountId: string) => {
    const found = await findVerification(accountId);
    if (!found) return null;
    return { ...found, checkedAt: found.checkedAt?.toISOString() ?? null };
  };
}
