import { smsNameOf } from '@vid/contract/brand/names';
import type { Locale } from '@vid/contract/limits';
import { say, type Text, type Words } from '@vid/contract/messages/words';
import type { OtpCodePurpose } from '#database/tables.ts';
import type { Brand } from '#platform/brand.ts';

/**
 * Characters in one segment of the GSM 7-bit alphabet (3GPP TS 23.038). A longer text costs at least twice as
 * much.
 */
export const segmentLength = 160;

/** Characters per segment of a longer text, whose segments are numbered. */
const numberedLength = 153;

/** Returns the number of segments of a text; each is charged. */
export function segmentsOf(text: string): number {
  return text.length <= segmentLength ? 1 : Math.ceil(text.length / numberedLength);
}

/** Length of the longest sender: the association’s short name with a colon and a space. */
export const maxSenderLength = 13;

/**
 * Vietnamese without diacritics, because a single diacritic switches the message to UCS-2, with 70 characters
 * per segment.
 */
const purposes: Words<OtpCodePurpose> = {
  signup: { vi: 'dang ky tai khoan', en: 'to create your account' },
  signin: { vi: 'dang nhap', en: 'to sign in' },
  'forget-password': { vi: 'dat lai mat khau', en: 'to reset your password' },
  social: { vi: 'lien ket tai khoan', en: 'to link your social account' },
  'phone-change': { vi: 'doi so dien thoai', en: 'to change your phone number' },
  recovery: { vi: 'khoi phuc tai khoan', en: 'to recover your account' },
  reauthenticate: { vi: 'xac nhan danh tinh', en: 'to confirm your identity' },
};

const message: Text = {
  vi: '{code} la ma OTP {purpose}, hieu luc 5 phut. Khong chia se ma nay voi bat ky ai.',
  en: '{code} is your code {purpose}, valid for 5 minutes. Do not share it.',
};

/**
 * Composes the text of a code, which names the purpose, but neither the recipient nor the application. The
 * last line binds the code to VID's origin, so that browsers offer the code only on VID's pages (WICG
 * origin-bound one-time codes).
 */
export function codeText(input: {
  readonly code: string;
  readonly purpose: OtpCodePurpose;
  readonly locale: Locale;
  readonly host: string;
}): string {
  const { code, locale, host } = input;
  const purpose = purposes[input.purpose][locale];
  return `${say(message, locale, { code, purpose })}\n@${host} #${code}`;
}

/**
 * Puts the sender before the text: the association, or VID if the association's name would need a second
 * segment.
 */
export function withSender(text: string, locale: Locale, brand: Brand | undefined): string {
  const signed = `${brand ? smsNameOf(brand, locale) : 'VID'}: ${text}`;
  return signed.length <= segmentLength ? signed : `VID: ${text}`;
}
