import type { AuditKind } from '../audit-kinds.ts';
import type { Words } from './words.ts';

export const auditMethodNames = {
  password: { vi: 'Mật khẩu', en: 'Password' },
  otp: { vi: 'Mã OTP', en: 'One-time code' },
  passkey: { vi: 'Passkey', en: 'Passkey' },
  'sign-up': { vi: 'Tạo tài khoản', en: 'Account creation' },
  social: { vi: 'Mạng xã hội', en: 'Social account' },
  qr: { vi: 'Mã QR', en: 'QR code' },
  'two-step': { vi: 'Xác minh hai bước', en: 'Two-step sign-in' },
  recovery: { vi: 'Khôi phục tài khoản', en: 'Account recovery' },
  'password-change': { vi: 'Đổi mật khẩu', en: 'Password change' },
  reauthenticate: { vi: 'Xác nhận lại danh tính trong phiên', en: 'Identity confirmed in a session' },
  pwd: { vi: 'Mật khẩu', en: 'Password' },
  pop: { vi: 'Passkey', en: 'Passkey' },
} as const satisfies Words;

/** Codes recorded as reasons, by kind of event. The reason of any other kind is free text. */
export const auditReasonNames = {
  'sign-in.failed': {
    password: { vi: 'Sai mật khẩu', en: 'Wrong password' },
    locked: { vi: 'Tài khoản đang bị khóa', en: 'Account locked' },
    passkey: { vi: 'Passkey không hợp lệ', en: 'Invalid passkey' },
    code: { vi: 'Sai mã của ứng dụng xác thực', en: 'Wrong code from the authenticator app' },
    'recovery-code': { vi: 'Sai mã khôi phục', en: 'Wrong recovery code' },
  },
  'session.ended': {
    password: { vi: 'Sai mật khẩu quá nhiều lần', en: 'Too many wrong passwords' },
    limit: { vi: 'Có quá nhiều phiên đăng nhập', en: 'Too many sessions' },
  },
  'otp.refused': {
    breaker: { vi: 'Đang tạm ngừng gửi mã OTP', en: 'Code sending is paused' },
    cap: { vi: 'Vượt giới hạn số mã được gửi', en: 'Too many codes requested' },
    'wrong-code': { vi: 'Sai mã OTP', en: 'Wrong one-time code' },
    locked: { vi: 'Nhập sai mã OTP quá nhiều lần', en: 'Too many wrong one-time codes' },
    sms: { vi: 'Không gửi được SMS', en: 'The SMS couldn’t be sent' },
  },
  'phone.released': {
    'new-owner': { vi: 'Số đã thuộc về người khác', en: 'The number has a new owner' },
    'given-back': {
      vi: 'Số đã được trả lại cho tài khoản cũ',
      en: 'The number was given back to its former account',
    },
  },
  'qr.denied': {
    number: { vi: 'Chọn sai số', en: 'Wrong number chosen' },
    member: { vi: 'Chủ tài khoản từ chối', en: 'Denied by the owner' },
  },
} as const satisfies Readonly<Partial<Record<AuditKind, Words>>>;

/** The means by which an account was created, locked, recovered or notified of an incident. */
export const auditByNames = {
  import: { vi: 'Nhập hội viên từ tệp', en: 'Import of members' },
  owner: { vi: 'Chủ tài khoản', en: 'Account owner' },
  link: { vi: 'Liên kết trong tin nhắn hoặc email', en: 'Link in a message or email' },
  session: { vi: 'Phiên đang đăng nhập', en: 'Signed-in session' },
  seeds: { vi: 'Dữ liệu mẫu', en: 'Sample data' },
  operator: { vi: 'Người vận hành', en: 'Operator' },
  mail: { vi: 'Email', en: 'Email' },
  sms: { vi: 'SMS', en: 'SMS' },
  none: { vi: 'Không liên lạc được', en: 'Unreachable' },
} as const satisfies Words;

export const recoveryChannelNames = {
  mail: { vi: 'Email', en: 'Email' },
  phone: { vi: 'Số điện thoại', en: 'Phone number' },
  code: { vi: 'Mã khôi phục', en: 'Recovery code' },
  support: { vi: 'Tại Hội', en: 'At the association' },
} as const satisfies Words;
