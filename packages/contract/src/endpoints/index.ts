import type { BodyOf, DataOf, QueryOf } from '../endpoint.ts';
import { referralEndpoints } from './account/referral.ts';
import { adminAccountSupportEndpoints } from './admin/accounts/account-support.ts';
import { adminAccountSignInEndpoints } from './admin/accounts/account-sign-in.ts';
import { adminAccountBulkEndpoints } from './admin/accounts/account-bulk.ts';
import { adminAccountListEndpoints } from './admin/accounts/account-list.ts';
import { adminAccountEndpoints } from './admin/accounts/accounts.ts';
import { applicationEndpoints } from './applications/applications.ts';
import { clientDoctorEndpoints } from './applications/client-doctor.ts';
import { clientEndpoints } from './applications/clients.ts';
import { adminApplicationEndpoints } from './admin/applications.ts';
import { adminApprovalEndpoints } from './admin/approvals.ts';
import { adminAuditEndpoints } from './admin/audit.ts';
import { adminExportEndpoints } from './admin/transfers/exports.ts';
import { adminImportEndpoints } from './admin/transfers/imports.ts';
import { adminAttentionEndpoints } from './admin/attention.ts';
import { adminCertificateEndpoints } from './admin/certificates.ts';
import { adminEnterpriseEndpoints } from './admin/enterprises.ts';
import { adminIncidentEndpoints } from './admin/incidents.ts';
import { permissionBulkEndpoints } from './applications/permission-bulk.ts';
import { permissionEndpoints } from './applications/permissions.ts';
import { roleEndpoints } from './applications/roles.ts';
import { managerEndpoints } from './applications/managers.ts';
import { adminWebhookEndpoints, webhookEndpoints } from './applications/webhooks.ts';
import { historyEndpoints } from './member/history.ts';
import { invitationEndpoints } from './member/invitations.ts';
import { avatarEndpoints } from './member/avatar.ts';
import { certificateEndpoints } from './member/certificate.ts';
import { emailEndpoints } from './member/email.ts';
import { informationEndpoints } from './member/information.ts';
import { identityEndpoints } from './member/identities.ts';
import { passwordChangeEndpoints } from './member/password-change.ts';
import { phoneChangeEndpoints } from './member/phone-change.ts';
import { privacyEndpoints } from './member/privacy.ts';
import { profileEndpoints } from './member/profile.ts';
import { twoStepEndpoints } from './member/two-step.ts';
import { adminPrivacyEndpoints } from './admin/privacy.ts';
import { adminLegalEndpoints } from './admin/legal.ts';
import { adminParamEndpoints } from './admin/params.ts';
import { adminDashboardEndpoints } from './admin/dashboard.ts';
import { adminSmsEndpoints } from './admin/sms.ts';
import { appParamsEndpoints } from './operations/app-params.ts';
import { accountCheckEndpoints } from './sign-in/account-check.ts';
import { captchaEndpoints } from './sign-in/captcha.ts';
import { notMeEndpoints } from './sign-in/not-me.ts';
import { otpSignInEndpoints } from './sign-in/otp-sign-in.ts';
import { otpEndpoints } from './sign-in/otp.ts';
import { passkeyEndpoints } from './sign-in/passkey.ts';
import { passwordResetEndpoints } from './sign-in/password-reset.ts';
import { passwordSignInEndpoints } from './sign-in/password-sign-in.ts';
import { reauthenticateEndpoints } from './sign-in/reauthenticate.ts';
import { qrEndpoints } from './sign-in/qr.ts';
import { managementEndpoints } from './management/management.ts';
import { managementScopeEndpoints } from './management/scopes.ts';
import { recoveryEndpoints } from './sign-in/recovery.ts';
import { sessionEndpoints } from './sign-in/session.ts';
import { signUpEndpoints } from './sign-in/sign-up.ts';
import { twoStepSignInEndpoints } from './sign-in/two-step.ts';
import { socialEndpoints } from './sign-in/social.ts';
import { agreementEndpoints } from './member/agreement.ts';
import { legalEndpoints } from './operations/legal.ts';
import { communityEndpoints } from './sso/community.ts';
import { consentEndpoints } from './sso/consents.ts';
import { deviceEndpoints } from './sso/device.ts';
import { interactionEndpoints } from './sso/interactions.ts';
import { logoutEndpoints } from './sso/logout.ts';

/** Every endpoint of the web and management APIs. The browser imports only this module's types. */
export const endpoints = {
  ...adminAuditEndpoints,
  ...adminParamEndpoints,
  ...adminLegalEndpoints,
  ...adminDashboardEndpoints,
  ...adminSmsEndpoints,
  ...appParamsEndpoints,
  ...legalEndpoints,
  ...captchaEndpoints,
  ...otpEndpoints,
  ...accountCheckEndpoints,
  ...signUpEndpoints,
  ...referralEndpoints,
  ...passwordSignInEndpoints,
  ...otpSignInEndpoints,
  ...twoStepSignInEndpoints,
  ...socialEndpoints,
  ...qrEndpoints,
  ...passkeyEndpoints,
  ...passwordResetEndpoints,
  ...notMeEndpoints,
  ...recoveryEndpoints,
  ...passwordChangeEndpoints,
  ...twoStepEndpoints,
  ...sessionEndpoints,
  ...reauthenticateEndpoints,
  ...profileEndpoints,
  ...invitationEndpoints,
  ...informationEndpoints,
  ...avatarEndpoints,
  ...emailEndpoints,
  ...phoneChangeEndpoints,
  ...certificateEndpoints,
  ...historyEndpoints,
  ...identityEndpoints,
  ...privacyEndpoints,
  ...agreementEndpoints,
  ...communityEndpoints,
  ...consentEndpoints,
  ...interactionEndpoints,
  ...deviceEndpoints,
  ...logoutEndpoints,
  ...adminAccountEndpoints,
  ...adminAccountListEndpoints,
  ...adminAccountBulkEndpoints,
  ...applicationEndpoints,
  ...managerEndpoints,
  ...clientDoctorEndpoints,
  ...clientEndpoints,
  ...adminApplicationEndpoints,
  ...adminAccountSupportEndpoints,
  ...adminAccountSignInEndpoints,
  ...adminApprovalEndpoints,
  ...adminExportEndpoints,
  ...adminImportEndpoints,
  ...adminAttentionEndpoints,
  ...adminCertificateEndpoints,
  ...adminEnterpriseEndpoints,
  ...adminPrivacyEndpoints,
  ...adminIncidentEndpoints,
  ...permissionEndpoints,
  ...permissionBulkEndpoints,
  ...roleEndpoints,
  ...webhookEndpoints,
  ...adminWebhookEndpoints,
  ...managementScopeEndpoints,
  ...managementEndpoints,
};

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

export type Body<N extends EndpointName> = BodyOf<Endpoints[N]>;
export type Query<N extends EndpointName> = QueryOf<Endpoints[N]>;
export type Data<N extends EndpointName> = DataOf<Endpoints[N]>;
