import type { Locale } from '@vid/contract/limits';

/** The mail with the link that completes a recovery. */
export function linkMail(locale: Locale, link: string): { subject: string; text: string } {
  return locale === 'vi'
    ? {
        subject: 'Khôi phục tài khoản VID',
        text: `Thời gian chờ 72 giờ đã hết. Mở liên kết sau trong vòng 48 giờ để đặt mật khẩu và số điện thoại mới:\n${link}\n\nNếu không phải bạn yêu cầu, hãy đăng nhập và hủy yêu cầu khôi phục, hoặc liên hệ Hội.`,
      }
    : {
        subject: 'Recover your VID account',
        text: `The 72 hours of waiting are over. Open this link within 48 hours to set a new password and phone number:\n${link}\n\nIf you did not ask for this, sign in and stop the recovery, or contact the association.`,
      };
}

/** The SMS with the link that completes a recovery, without diacritics, for an account whose phone was verified. */
export function linkSms(locale: Locale, link: string): string {
  return locale === 'vi'
    ? `VID: Mo de dat mat khau moi: ${link}`
    : `VID: Open to set a new password: ${link}`;
}
