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
import { createSmsDeskModule } from './admin/sms/index.ts';
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
import type { Services } from './services.ts';

/** Every feature of the server, by name. A feature takes what it needs from the services, or from another feature. */
export function createModules(services: Services) {
  const email = createEmailModule(services);
  const { emails } = email;
  const certificate = createCertificateModule(services);
  const { certificates } = certificate;
  const phoneChange = createPhoneChangeModule(services);
  const { phoneChanges } = phoneChange;
  return {
    agreement: createAgreementModule(services),
    avatar: createAvatarModule(services),
    certificate,
    email,
    history: createHistoryModule(services),
    information: createInformationModule({ ...services, emails, certificates, phoneChanges }),
    invitations: createInvitationsModule(services),
    linkedAccounts: createLinkedAccountsModule(services),
    passwordChange: createPasswordChangeModule(services),
    phoneChange,
    privacy: createPrivacyModule(services),
    profile: createProfileModule({ ...services, emails }),
    twoStep: createTwoStepModule(services),

    accounts: createAccountsModule(services),
    approvals: createApprovalsModule(services),
    attention: createAttentionModule(services),
    auditLog: createAuditLogModule(services),
    certificateQueue: createCertificateQueueModule(services),
    dashboard: createDashboardModule(services),
    enterprises: createEnterprisesModule(services),
    memberExport: createMemberExportModule(services),
    memberImport: createImportModule(services),
    incidents: createIncidentsModule(services),
    adminLegal: createAdminLegalModule(services),
    adminParams: createAdminParamsModule({
      ...services,
      store: services.paramRepo,
      params: services.appParams,
    }),
    privacyQueue: createPrivacyQueueModule(services),
    smsDesk: createSmsDeskModule(services),
  };
}

export type Modules = ReturnType<typeof createModules>;
