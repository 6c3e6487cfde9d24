import type { Locale } from '@vid/contract/limits';
import type { OtpCodePurpose } from '#database/tables.ts';

/** Characters in one segment of the GSM 7-bit alphabet (3GPP TS 23.038). A longer text costs twice as much. */
export const segmentLength = 160;

/**
 * Vietnamese without diacritics, because a single one switches the message to UCS-2, with 70 characters per segment.
 */
const purposes: Readonly<Record<Locale, Readonly<Record<OtpCodePurpose, string>>>> = {
  vi: {
    signup: 'dang ky tai khoan',
    signin: 'dang nhap',
    'forget-password': 'dat lai mat khau',
    social: 'lien ket tai khoan',
    'phone-change': 'doi so dien thoai',
    recovery: 'khoi phuc tai khoan',
  },
  en: {
    signup: 'to create your account',
    signin: 'to sign in',
    'forget-password': 'to reset your password',
    social: 'to link your social account',
    'phone-change': 'to change your phone number',
    recovery: 'to recover your account',
  },
};

/**
 * The text of a code. It names the purpose, but neither the recipient nor the application. The last line binds the code
 * to our origin, so that browsers offer it on our pages only (WICG origin-bound one-time codes).
 */
export function codeText(input: {
  readonly code: string;
  readonly purpose: OtpCodePurpose;
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
