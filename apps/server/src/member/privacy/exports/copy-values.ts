import type { ConsentPurpose } from '@vid/contract/legal/purposes';
import type { Locale } from '@vid/contract/limits';
import { auditKindNames } from '@vid/contract/messages/audit-kinds';
import { deskNoticeSentence } from '#account/notices/desk-notice-texts.ts';
import { noticeSentence } from '#account/notices/notice-texts.ts';
import type {
  AccountKind,
  AccountMemberObject,
  AccountRole,
  AccountStatus,
  ApplicationAccess,
  ApplicationStatus,
  BrokerCertificateStatus,
  ConsentAction,
  ConsentLanguage,
  OtpRequestPurpose,
  PermissionStatus,
  PrivacyExportStatus,
  PrivacyRequestKind,
  PrivacyRequestOutcome,
  PrivacyRequestStatus,
  RecoveryRequestChannel,
  RecoveryRequestStatus,
  SmsMessageStatus,
  SocialIdentitieProvider,
  WebhookEndpointStatus,
} from '#database/tables.ts';
import { type Label, copyLabels } from './copy-labels.ts';

type Words<Value extends string = string> = Readonly<Record<Value, Label>>;

const accountKinds: Words<AccountKind> = {
  personal: { vi: 'Cá nhân', en: 'Personal' },
  enterprise: { vi: 'Doanh nghiệp', en: 'Business' },
};
const memberObjects: Words<AccountMemberObject> = {
  broker: { vi: 'Nhà môi giới', en: 'Broker' },
  exchange: { vi: 'Sàn giao dịch', en: 'Real-estate exchange' },
  customer: { vi: 'Khách hàng', en: 'Customer' },
  expert: { vi: 'Chuyên gia', en: 'Expert' },
};
const roles: Words<AccountRole> = {
  user: { vi: 'Hội viên', en: 'Member' },
  admin: { vi: 'Quản trị viên', en: 'Administrator' },
};
const statuses: Words<
  AccountStatus | ApplicationStatus | PermissionStatus | WebhookEndpointStatus | SmsMessageStatus
> = {
  active: { vi: 'Đang hoạt động', en: 'Active' },
  locked: { vi: 'Đã khóa', en: 'Locked' },
  withdrawn: { vi: 'Đã gỡ', en: 'Removed' },
  failing: { vi: 'Đang lỗi', en: 'Failing' },
  disabled: { vi: 'Đã tắt', en: 'Turned off' },
  pending: { vi: 'Đang chờ gửi', en: 'Waiting' },
  sending: { vi: 'Đang gửi', en: 'Being sent' },
  sent: { vi: 'Đã gửi', en: 'Sent' },
  failed: { vi: 'Không gửi được', en: 'Not sent' },
};
const languages: Words<ConsentLanguage> = {
  vi: { vi: 'Tiếng Việt', en: 'Vietnamese' },
  en: { vi: 'Tiếng Anh', en: 'English' },
};
const consentPurposes: Words<ConsentPurpose> = {
  terms: { vi: 'Điều khoản sử dụng', en: 'Terms of use' },
  privacy: { vi: 'Chính sách bảo mật', en: 'Privacy policy' },
  marketing: { vi: 'Nhận tin từ Hội', en: 'News from the association' },
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
const scopes: Words = {
  openid: { vi: 'Mã định danh tài khoản', en: 'Account ID' },
  profile: { vi: 'Tên và ảnh đại diện', en: 'Name and picture' },
  email: { vi: 'Địa chỉ email', en: 'Email address' },
  phone: { vi: 'Số điện thoại', en: 'Phone number' },
  vid: { vi: 'Loại tài khoản và vai trò', en: 'Account type and roles' },
  broker: { vi: 'Chứng chỉ hành nghề và nơi làm việc', en: 'Practising certificate and employer' },
  offline_access: { vi: 'Truy cập khi bạn không dùng ứng dụng', en: 'Access when you’re not using the app' },
};
const accesses: Words<ApplicationAccess> = {
  open: { vi: 'Mọi hội viên', en: 'All members' },
  restricted: { vi: 'Chỉ những người được thêm', en: 'Only people who were added' },
};
/** Ways of signing in and of confirming, and what they prove (`amr`). */
const methods: Words = {
  password: { vi: 'Mật khẩu', en: 'Password' },
  otp: { vi: 'Mã OTP', en: 'One-time code' },
  passkey: { vi: 'Passkey', en: 'Passkey' },
  'sign-up': { vi: 'Tạo tài khoản', en: 'Creating the account' },
  social: { vi: 'Mạng xã hội', en: 'Social account' },
  qr: { vi: 'Mã QR', en: 'QR code' },
  'two-step': { vi: 'Xác minh hai bước', en: 'Two-step sign-in' },
  recovery: { vi: 'Khôi phục tài khoản', en: 'Account recovery' },
  'password-change': { vi: 'Đổi mật khẩu', en: 'Password change' },
  reauthenticate: { vi: 'Xác nhận lại danh tính trong phiên', en: 'Confirmation in a session' },
  pwd: { vi: 'Mật khẩu', en: 'Password' },
  sms: { vi: 'Tin nhắn SMS', en: 'SMS' },
  fed: { vi: 'Mạng xã hội', en: 'Social account' },
  pop: { vi: 'Passkey', en: 'Passkey' },
  mfa: { vi: 'Hai bước', en: 'Two steps' },
};
const transports: Words = {
  internal: { vi: 'Thiết bị này', en: 'This device' },
  hybrid: { vi: 'Qua điện thoại', en: 'By a phone' },
  usb: { vi: 'USB', en: 'USB' },
  nfc: { vi: 'NFC', en: 'NFC' },
  ble: { vi: 'Bluetooth', en: 'Bluetooth' },
  'smart-card': { vi: 'Thẻ thông minh', en: 'Smart card' },
};
const providers: Words<SocialIdentitieProvider> = {
  facebook: { vi: 'Facebook', en: 'Facebook' },
  google: { vi: 'Google', en: 'Google' },
  zalo: { vi: 'Zalo', en: 'Zalo' },
};
const certificateStatuses: Words<BrokerCertificateStatus> = {
  declared: { vi: 'Đã khai báo, chờ Hội xác nhận', en: 'Declared, waiting for confirmation' },
  confirmed: { vi: 'Hội đã xác nhận', en: 'Confirmed by the association' },
  refused: { vi: 'Không được xác nhận', en: 'Not confirmed' },
};
const recoveryStatuses: Words<RecoveryRequestStatus> = {
  received: { vi: 'Đã nhận', en: 'Received' },
  waiting: { vi: 'Đang chờ', en: 'Waiting' },
  ready: { vi: 'Sẵn sàng', en: 'Ready' },
  stopped: { vi: 'Đã hủy', en: 'Cancelled' },
  completed: { vi: 'Đã khôi phục', en: 'Completed' },
};
const recoveryChannels: Words<RecoveryRequestChannel> = {
  mail: { vi: 'Email', en: 'Email' },
  phone: { vi: 'Số điện thoại', en: 'Phone number' },
  code: { vi: 'Mã khôi phục', en: 'Recovery code' },
  desk: { vi: 'Hội hỗ trợ', en: 'With the help of the association' },
};
const requestKinds: Words<PrivacyRequestKind> = {
  correction: { vi: 'Sửa dữ liệu sai', en: 'Correct wrong data' },
  restriction: { vi: 'Hạn chế xử lý dữ liệu', en: 'Restrict the use of data' },
  objection: { vi: 'Phản đối việc xử lý dữ liệu', en: 'Object to the use of data' },
  access: { vi: 'Hỏi về việc xử lý dữ liệu', en: 'Ask about the use of data' },
  other: { vi: 'Yêu cầu khác', en: 'Other request' },
};
const requestStatuses: Words<PrivacyRequestStatus> = {
  open: { vi: 'Đang chờ', en: 'Waiting' },
  answered: { vi: 'Đã trả lời', en: 'Answered' },
  closed: { vi: 'Đã đóng', en: 'Closed' },
};
const requestOutcomes: Words<PrivacyRequestOutcome> = {
  done: { vi: 'Đã thực hiện', en: 'Carried out' },
  declined: { vi: 'Không thực hiện', en: 'Declined' },
};
const exportStatuses: Words<PrivacyExportStatus> = {
  pending: { vi: 'Đang chuẩn bị', en: 'Being prepared' },
  ready: { vi: 'Sẵn sàng', en: 'Ready' },
  failed: { vi: 'Chưa tạo được', en: 'Failed' },
};
const codePurposes: Words<OtpRequestPurpose> = {
  signup: { vi: 'Mã OTP để tạo tài khoản', en: 'A code to create the account' },
  signin: { vi: 'Mã OTP để đăng nhập', en: 'A code to sign in' },
  'forget-password': { vi: 'Mã OTP để đặt lại mật khẩu', en: 'A code to reset the password' },
  social: { vi: 'Mã OTP để liên kết mạng xã hội', en: 'A code to link a social account' },
  'phone-change': { vi: 'Mã OTP để đổi số điện thoại', en: 'A code to change the phone number' },
  recovery: { vi: 'Mã OTP để khôi phục tài khoản', en: 'A code to recover the account' },
};

const signInReasons: Words = {
  password: { vi: 'Sai mật khẩu', en: 'Wrong password' },
  locked: { vi: 'Tài khoản đang bị khóa', en: 'The account is locked' },
  passkey: { vi: 'Passkey không hợp lệ', en: 'Invalid passkey' },
  code: { vi: 'Sai mã của ứng dụng tạo mã', en: 'Wrong code from the authenticator app' },
  'recovery-code': { vi: 'Sai mã khôi phục', en: 'Wrong recovery code' },
};
const sessionEndReasons: Words = {
  password: { vi: 'Sai mật khẩu quá nhiều lần', en: 'Too many wrong passwords' },
  limit: { vi: 'Có quá nhiều phiên đăng nhập', en: 'Too many sessions' },
};
const codeReasons: Words = {
  breaker: { vi: 'Đang ngừng gửi mã SMS', en: 'SMS codes are stopped' },
  cap: { vi: 'Vượt giới hạn số mã được gửi', en: 'Too many codes requested' },
  'wrong-code': { vi: 'Sai mã OTP', en: 'Wrong one-time code' },
  locked: { vi: 'Nhập sai mã OTP quá nhiều lần', en: 'Too many wrong one-time codes' },
  sms: { vi: 'Không gửi được SMS', en: 'The SMS could not be sent' },
};
const qrReasons: Words = {
  number: { vi: 'Chọn sai số', en: 'Wrong number chosen' },
  member: { vi: 'Chủ tài khoản từ chối', en: 'Declined by the owner' },
};
const releaseReasons: Words = {
  'new-owner': { vi: 'Số đã thuộc về người khác', en: 'The number has a new owner' },
};

type Find = (value: string, locale: Locale) => string | undefined;

function wordsOf(...tables: readonly Words[]): Find {
  const words = new Map(tables.flatMap((table) => Object.entries(table)));
  return (value, locale) => words.get(value)?.[locale];
}
const noticeOf: Find = (kind, locale) => noticeSentence(kind, locale) ?? deskNoticeSentence(kind, locale);
const codePurposeOf = wordsOf(codePurposes);

/** By `table.column`. The details of events: by `details.name`, and a reason by the kind of its event. */
const finds: Readonly<Record<string, Find>> = {
  'accounts.kind': wordsOf(accountKinds),
  'accounts.memberObject': wordsOf(memberObjects),
  'accounts.locale': wordsOf(languages),
  'accounts.role': wordsOf(roles),
  'accounts.status': wordsOf(statuses),
  'consents.purpose': wordsOf(consentPurposes),
  'consents.action': wordsOf(consentActions),
  'consents.language': wordsOf(languages),
  'consents.method': wordsOf(consentMethods),
  'application_consents.scopes': wordsOf(scopes),
  'application_uses.scopes': wordsOf(scopes),
  'permissions.status': wordsOf(statuses),
  'applications.access': wordsOf(accesses),
  'applications.status': wordsOf(statuses),
  'sessions.method': wordsOf(methods),
  'sessions.amr': wordsOf(methods),
  'passkeys.transports': wordsOf(transports),
  'social_identities.provider': wordsOf(providers),
  'broker_certificates.status': wordsOf(certificateStatuses),
  'recovery_requests.status': wordsOf(recoveryStatuses),
  'recovery_requests.channel': wordsOf(recoveryChannels),
  'notice_links.kind': noticeOf,
  'privacy_requests.kind': wordsOf(requestKinds),
  'privacy_requests.status': wordsOf(requestStatuses),
  'privacy_requests.outcome': wordsOf(requestOutcomes),
  'privacy_exports.status': wordsOf(exportStatuses),
  'sms_messages.purpose': (value, locale) => codePurposeOf(value, locale) ?? noticeOf(value, locale),
  'sms_messages.status': wordsOf(statuses),
  'webhook_endpoints.status': wordsOf(statuses),
  'audit_events.kind': wordsOf(auditKindNames),
  'details.kind': wordsOf(accountKinds, requestKinds),
  'details.method': wordsOf(methods),
  'details.purpose': wordsOf(consentPurposes, codePurposes),
  'details.document': wordsOf(consentPurposes),
  'details.provider': wordsOf(providers),
  'details.channel': wordsOf(recoveryChannels),
  'sign-in.failed.reason': wordsOf(signInReasons),
  'session.ended.reason': wordsOf(sessionEndReasons),
  'otp.refused.reason': wordsOf(codeReasons),
  'qr.denied.reason': wordsOf(qrReasons),
  'phone.released.reason': wordsOf(releaseReasons),
  // Names of columns, separated by commas.
  'details.fields': (value, locale) =>
    value
      .split(',')
      .map((name) => copyLabels[name]?.[locale] ?? name)
      .join(', '),
};

/** What a stored value means, in words; the value itself if it is a text or not known. */
export function wordOf(place: string, value: string, locale: Locale): string {
  return finds[place]?.(value, locale) ?? value;
}
