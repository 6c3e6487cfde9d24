import { checkNames } from '@vid/contract/messages/checks';
import type { Locale } from '@vid/contract/limits';
import {
  accountKindNames,
  accountRoleNames,
  accountStatusNames,
  memberObjectNames,
  approvalKindNames,
  certificateStatusNames,
} from '@vid/contract/messages/accounts';
import {
  applicationAccessNames,
  applicationStatusNames,
  permissionStatusNames,
  webhookStatusNames,
} from '@vid/contract/messages/applications';
import { auditDetailNames } from '@vid/contract/messages/audit-details';
import { auditGroupNames, auditKindNames } from '@vid/contract/messages/audit-kinds';
import {
  auditByNames,
  auditMethodNames,
  auditReasonNames,
  recoveryChannelNames,
} from '@vid/contract/messages/audit-values';
import {
  consentPurposeNames,
  privacyExportStatusNames,
  privacyRequestKindNames,
  privacyRequestStatusNames,
} from '@vid/contract/messages/privacy';
import { scopeNames } from '@vid/contract/messages/scopes';
import type { Words } from '@vid/contract/messages/words';
import { profileFields } from '@vid/contract/profile-fields';
import { noticeSentence } from '@vid/contract/messages/message-texts';
import type {
  AccountKind,
  AccountMemberObject,
  AccountRole,
  AccountStatus,
  ApplicationAccess,
  ApplicationStatus,
  ApprovalKind,
  BrokerCertificateStatus,
  ConsentAction,
  ConsentLanguage,
  DeliveryStatus,
  OtpCodePurpose,
  PermissionStatus,
  PrivacyExportStatus,
  PrivacyRequestKind,
  PrivacyRequestOutcome,
  PrivacyRequestStatus,
  RecoveryRequestChannel,
  RecoveryRequestStatus,
  SocialIdentityProvider,
  WebhookEndpointStatus,
} from '#database/tables.ts';
import { copyLabels } from './copy-labels.ts';

const smsStatuses: Words<Exclude<DeliveryStatus, 'delivered' | 'skipped'>> = {
  pending: { vi: 'Đang chờ gửi', en: 'Waiting' },
  sending: { vi: 'Đang gửi', en: 'Being sent' },
  sent: { vi: 'Đã gửi', en: 'Sent' },
  failed: { vi: 'Không gửi được', en: 'Not sent' },
};
const languages: Words<ConsentLanguage> = {
  vi: { vi: 'Tiếng Việt', en: 'Vietnamese' },
  en: { vi: 'Tiếng Anh', en: 'English' },
};
const consentActions: Words<ConsentAction> = {
  given: { vi: 'Đồng ý', en: 'Agreed' },
  withdrawn: { vi: 'Rút lại', en: 'Withdrawn' },
};
const consentMethods: Words = {
  'sign-up-form': { vi: 'Khi tạo tài khoản', en: 'When creating the account' },
  'agreement-page': { vi: 'Khi có phiên bản mới', en: 'When a new version was published' },
  'privacy-page': { vi: 'Trên trang Quyền riêng tư', en: 'On the Privacy page' },
};
const proofs: Words = {
  otp: { vi: 'Mã OTP', en: 'One-time code' },
  sms: { vi: 'Tin nhắn SMS', en: 'SMS' },
  fed: { vi: 'Mạng xã hội', en: 'Social account' },
  mfa: { vi: 'Xác minh hai bước', en: 'Two-step sign-in' },
};
const transports: Words = {
  internal: { vi: 'Thiết bị này', en: 'This device' },
  hybrid: { vi: 'Qua điện thoại', en: 'Via a phone' },
  usb: { vi: 'USB', en: 'USB' },
  nfc: { vi: 'NFC', en: 'NFC' },
  ble: { vi: 'Bluetooth', en: 'Bluetooth' },
  'smart-card': { vi: 'Thẻ thông minh', en: 'Smart card' },
};
const providers: Words<SocialIdentityProvider> = {
  facebook: { vi: 'Facebook', en: 'Facebook' },
  google: { vi: 'Google', en: 'Google' },
  zalo: { vi: 'Zalo', en: 'Zalo' },
};
const recoveryStatuses: Words<RecoveryRequestStatus> = {
  received: { vi: 'Đã nhận', en: 'Received' },
  waiting: { vi: 'Đang chờ', en: 'Waiting' },
  ready: { vi: 'Sẵn sàng', en: 'Ready' },
  stopped: { vi: 'Đã hủy', en: 'Cancelled' },
  completed: { vi: 'Đã khôi phục', en: 'Completed' },
};
const requestOutcomes: Words<PrivacyRequestOutcome> = {
  done: { vi: 'Đã thực hiện', en: 'Carried out' },
  declined: { vi: 'Không thực hiện', en: 'Declined' },
};
const codePurposes: Words<OtpCodePurpose> = {
  signup: { vi: 'Mã OTP để tạo tài khoản', en: 'A code to create the account' },
  signin: { vi: 'Mã OTP để đăng nhập', en: 'A code to sign in' },
  'forget-password': { vi: 'Mã OTP để đặt lại mật khẩu', en: 'A code to reset the password' },
  social: { vi: 'Mã OTP để liên kết mạng xã hội', en: 'A code to link a social account' },
  'phone-change': { vi: 'Mã OTP để đổi số điện thoại', en: 'A code to change the phone number' },
  recovery: { vi: 'Mã OTP để khôi phục tài khoản', en: 'A code to recover the account' },
  reauthenticate: { vi: 'Mã OTP để xác nhận danh tính', en: 'A code to confirm your identity' },
};
const pages: Words = { next: { vi: 'Trang sau', en: 'Next page' } };

type Find = (value: string, locale: Locale) => string | undefined;

function wordsOf(...tables: readonly Words[]): Find {
  const words = new Map(tables.flatMap((table) => Object.entries(table)));
  return (value, locale) => words.get(value)?.[locale];
}

function eachOf(find: Find, separator: string): Find {
  return (value, locale) =>
    value
      .split(separator)
      .map((code) => find(code, locale) ?? code)
      .join('; ');
}

const codePurposeOf = wordsOf(codePurposes);

function messagePurposeOf(value: string, locale: Locale): string | undefined {
  const notice = noticeSentence(value, locale);
  if (notice === undefined) return codePurposeOf(value, locale);
  return `${auditDetailNames.notice[locale]}: ${notice}`;
}

const fieldOf = wordsOf(
  Object.fromEntries(profileFields.map(({ auditName, label }) => [auditName, label])),
  copyLabels,
);

/**
 * Translations by `table.column`, or by `details.name` for event details. Reasons are translated by the kind
 * of their event.
 */
const finds: Readonly<Record<string, Find>> = {
  'accounts.kind': wordsOf(accountKindNames satisfies Words<AccountKind>),
  'accounts.memberObject': wordsOf(memberObjectNames satisfies Words<AccountMemberObject>),
  'accounts.locale': wordsOf(languages),
  'accounts.role': wordsOf(accountRoleNames satisfies Words<AccountRole>),
  'accounts.status': wordsOf(accountStatusNames satisfies Words<AccountStatus>),
  'consents.purpose': wordsOf(consentPurposeNames),
  'consents.action': wordsOf(consentActions),
  'consents.language': wordsOf(languages),
  'consents.method': wordsOf(consentMethods),
  'application_consents.scopes': wordsOf(scopeNames),
  'application_uses.scopes': wordsOf(scopeNames),
  'permissions.status': wordsOf(permissionStatusNames satisfies Words<PermissionStatus>),
  'applications.access': wordsOf(applicationAccessNames satisfies Words<ApplicationAccess>),
  'applications.status': wordsOf(applicationStatusNames satisfies Words<ApplicationStatus>),
  'sessions.method': wordsOf(auditMethodNames),
  'sessions.amr': wordsOf(auditMethodNames, proofs),
  'passkeys.transports': wordsOf(transports),
  'social_identities.provider': wordsOf(providers),
  'broker_certificates.status': wordsOf(certificateStatusNames satisfies Words<BrokerCertificateStatus>),
  'recovery_requests.status': wordsOf(recoveryStatuses),
  'recovery_requests.channel': wordsOf(recoveryChannelNames satisfies Words<RecoveryRequestChannel>),
  'notice_links.kind': noticeSentence,
  'privacy_requests.kind': wordsOf(privacyRequestKindNames satisfies Words<PrivacyRequestKind>),
  'privacy_requests.status': wordsOf(privacyRequestStatusNames satisfies Words<PrivacyRequestStatus>),
  'privacy_requests.outcome': wordsOf(requestOutcomes),
  'privacy_exports.status': wordsOf(privacyExportStatusNames satisfies Words<PrivacyExportStatus>),
  'deliveries.type': messagePurposeOf,
  'deliveries.status': wordsOf(smsStatuses),
  'webhook_endpoints.status': wordsOf(webhookStatusNames satisfies Words<WebhookEndpointStatus>),
  'audit_events.kind': wordsOf(auditKindNames),
  'details.kind': wordsOf(accountKindNames, privacyRequestKindNames, auditKindNames),
  'details.method': wordsOf(auditMethodNames),
  'details.purpose': wordsOf(consentPurposeNames, codePurposes),
  'details.document': wordsOf(consentPurposeNames),
  'details.provider': wordsOf(providers),
  'details.channel': wordsOf(recoveryChannelNames),
  'details.change': wordsOf(approvalKindNames satisfies Words<ApprovalKind>),
  'details.by': wordsOf(auditByNames),
  'details.notice': noticeSentence,
  'details.group': wordsOf(auditGroupNames),
  'details.page': wordsOf(pages),
  'details.scope': eachOf(wordsOf(scopeNames), ' '),
  'details.scopes': eachOf(wordsOf(scopeNames), ' '),
  'details.fields': eachOf(fieldOf, ','),
  'details.checks': eachOf(wordsOf(checkNames), ','),
  ...Object.fromEntries(
    Object.entries(auditReasonNames).map(([kind, reasons]) => [`${kind}.reason`, wordsOf(reasons)] as const),
  ),
};

export function wordOf(place: string, value: string, locale: Locale): string {
  return finds[place]?.(value, locale) ?? value;
}
