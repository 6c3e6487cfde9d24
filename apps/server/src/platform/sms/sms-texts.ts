import type { Locale } from '@vid/contract/limits';
import type { OtpRequestPurpose } from '#database/tables.ts';

export type NoticeKind = 'password-changed' | 'password-reset';

/** Characters in one segment of the GSM 7-bit alphabet (3GPP TS 23.038). One more doubles the price. */
export const segmentLength = 160;

/**
 * Vietnamese without diacritics, because a single one switches the message to UCS-2, with 70 characters per segment.
 */
const purposes: Readonly<Record<Locale, Readonly<Record<OtpRequestPurpose, string>>>> = {
  vi: {
    signup: 'dang ky tai khoan',
    signin: 'dang nhap',
    'forget-password': 'dat lai mat khau',
    social: 'lien ket tai khoan',
  },
  en: {
    signup: 'to create your account',
    signin: 'to sign in',
    'forget-password': 'to reset your password',
    social: 'to link your social account',
  },
};

const notices: Readonly<Record<Locale, Readonly<Record<NoticeKind, string>>>> = {
  vi: {
    'password-changed':
      'VID: Mat khau cua ban vua duoc thay doi. Neu khong phai ban, hay dat lai mat khau ngay va lien he Hoi.',
    'password-reset':
      'VID: Mat khau cua ban vua duoc dat lai bang ma OTP. Neu khong phai ban, hay lien he Hoi ngay.',
  },
  en: {
    'password-changed':
      'VID: Your password was changed. If this was not you, reset it now and contact the association.',
    'password-reset':
      'VID: Your password was reset with a one-time code. If this was not you, contact the association now.',
  },
};

/**
 * The text of a code. It names the purpose, but neither the recipient nor the application. The last line binds the code
 * to our origin, so that browsers offer it on our pages only (WICG origin-bound one-time codes).
 */
export function codeText(input: {
  readonly code: string;
  readonly purpose: OtpRequestPurpose;
  readonly locale: Locale;
  /** The host name of the public URL. */
  readonly host: string;
}): string {
  const { code, locale, host } = input;
  const purpose = purposes[locale][input.purpose];
  const message =
    locale === 'vi'
      ? `VID: ${code} la ma OTP ${purpose}, hieu luc 5 phut. Khong chia se ma nay voi bat ky ai.`
      : `VID: ${code} is your code ${purpose}, valid for 5 minutes. Do not share it.`;
  return `${message}\n@${host} #${code}`;
}

/** A notice about a change of the account, without code or link. */
export function noticeText(kind: NoticeKind, locale: Locale): string {
  return notices[locale][kind];
}
