import type { FastifyRequest } from 'fastify';
import { createAccountModule } from './account/index.ts';
import { createAccountsModule } from './admin/accounts/index.ts';
import { createApprovalsModule } from './admin/approvals/index.ts';
import { createAttentionModule } from './admin/attention/index.ts';
import { createAuditLogModule } from './admin/audit/index.ts';
import { createCertificateQueueModule } from './admin/certificates/index.ts';
import { createDashboardModule } from './admin/dashboard/index.ts';
import { createEnterprisesModule } from './admin/enterprises/index.ts';
import { createMemberExportModule } from './admin/export/index.ts';
import { createImportModule } from './admin/import/index.ts';
import { createIncidentsModule } from './admin/incidents/index.ts';
import { createAdminLegalModule } from './admin/legal/index.ts';
import { createAdminParamsModule } from './admin/params/index.ts';
import { createPrivacyQueueModule } from './admin/privacy/index.ts';
import { createSmsChannelModule } from './admin/sms/index.ts';
import { createApplicationsModule } from './applications/index.ts';
import { createCommunityModule } from './community/index.ts';
import { registerConsentRoutes } from './consent/consent.routes.ts';
import { createClientDoctorModule } from './diagnosis/attempts/index.ts';
import { join } from './lib/join.ts';
import { createAgreementModule } from './member/agreement/index.ts';
import { createAvatarModule } from './member/avatar/index.ts';
import { createCertificateModule } from './member/certificate/index.ts';
import { createEmailModule } from './member/email/index.ts';
import { createHistoryModule } from './member/history/index.ts';
import { createInformationModule } from './member/information/index.ts';
import { createInvitationsModule } from './member/invitations/index.ts';
import { createLinkedAccountsModule } from './member/linked-accounts/index.ts';
import { createPasswordChangeModule } from './member/password-change/index.ts';
import { createPhoneChangeModule } from './member/phone-change/index.ts';
import { createPrivacyModule } from './member/privacy/index.ts';
import { createProfileModule } from './member/profile/index.ts';
import { createTwoStepModule } from './member/two-step/index.ts';
import { createOidcModule } from './oidc/index.ts';
import { createOperationsModule } from './operations/index.ts';
import { createPlatformModule } from './platform/index.ts';
import type { Module } from './platform/module.ts';
import { createWebhookModule } from './platform/webhooks/index.ts';
import type { Services } from './services.ts';
import { createAccountCheckModule } from './sign-in/account-check/index.ts';
import { registerCaptchaRoutes } from './sign-in/captcha/captcha.routes.ts';
import { createNotMeModule } from './sign-in/not-me/index.ts';
import { createOtpSignInModule } from './sign-in/otp-sign-in/index.ts';
import { createOtpModule } from './sign-in/otp/index.ts';
import { createPasskeyModule } from './sign-in/passkey/index.ts';
import { createPasswordResetModule } from './sign-in/password-reset/index.ts';
import { createPasswordSignInModule } from './sign-in/password-sign-in/index.ts';
import { createQrModule } from './sign-in/qr/index.ts';
import { createReauthenticateModule } from './sign-in/reauthenticate/index.ts';
import { createRecoveryModule } from './sign-in/recovery/index.ts';
import { createSessionModule } from './sign-in/session/index.ts';
import { createSignUpModule } from './sign-in/sign-up/index.ts';
import { createSocialModule } from './sign-in/social/index.ts';
import { createTwoStepSignInModule } from './sign-in/two-step/index.ts';

/** Creates every feature of the server, by name. A feature depends on services or on another feature. */
export function createModules(services: Services) {
  const email = createEmailModule(services);
  const { emails } = email;
  const certificate = createCertificateModule(services);
  const { certificates } = certificate;
  const signUp = createSignUpModule(services);
  const passkey = createPasskeyModule(services);
  const recovery = createRecoveryModule(services);
  const { supportRecovery } = recovery;
  const approvals = createApprovalsModule(join(services, { supportRecovery }));
  const isAdministrator = async (request: FastifyRequest): Promise<boolean> => {
    const token = services.cookies.read(request, 'vid_sid');
    const session = await services.sessions.authenticate(token).catch(() => undefined);
    return session?.account.role === 'admin';
  };
  return {
    agreement: createAgreementModule(services),
    avatar: createAvatarModule(services),
    certificate,
    email,
    history: createHistoryModule(services),
    information: createInformationModule(join(services, { emails, certificates })),
    invitations: createInvitationsModule(services),
    linkedAccounts: createLinkedAccountsModule(services),
    passwordChange: createPasswordChangeModule(services),
    phoneChange: createPhoneChangeModule(services),
    privacy: createPrivacyModule(services),
    profile: createProfileModule(join(services, { emails })),
    twoStep: createTwoStepModule(services),

    accounts: createAccountsModule(join(services, { supportRecovery, approvals: approvals.approvals })),
    approvals,
    attention: createAttentionModule(services),
    auditLog: createAuditLogModule(services),
    certificateQueue: createCertificateQueueModule(services),
    dashboard: createDashboardModule(services),
    enterprises: createEnterprisesModule(services),
    memberExport: createMemberExportModule(services),
    memberImport: createImportModule(services),
    incidents: createIncidentsModule(services),
    adminLegal: createAdminLegalModule(services),
    adminParams: createAdminParamsModule(
      join(services, { store: services.paramRepo, params: services.appParams }),
    ),
    privacyQueue: createPrivacyQueueModule(services),
    smsChannel: createSmsChannelModule(services),

    captcha: { routes: (route) => registerCaptchaRoutes(route, services) } satisfies Module,
    otp: createOtpModule(services),
    session: createSessionModule(services),
    accountCheck: createAccountCheckModule(services),
    signUp,
    passwordSignIn: createPasswordSignInModule(services),
    otpSignIn: createOtpSignInModule(services),
    twoStepSignIn: createTwoStepSignInModule(services),
    social: createSocialModule(join(services, { signUp: signUp.signUp })),
    passkey,
    qr: createQrModule(services),
    passwordReset: createPasswordResetModule(services),
    recovery,
    notMe: createNotMeModule(services),
    reauthenticate: createReauthenticateModule(join(services, { sessionPasskey: passkey.sessionPasskey })),

    applications: createApplicationsModule(services),
    clientDoctor: createClientDoctorModule(services),
    consent: { routes: (route) => registerConsentRoutes(route, services.consents) } satisfies Module,
    community: createCommunityModule(services),
    oidc: createOidcModule(services),

    operations: createOperationsModule(join(services, { isAdministrator })),
    account: createAccountModule(services),
    platform: createPlatformModule(services),
    webhooks: createWebhookModule(services),
  };
}
