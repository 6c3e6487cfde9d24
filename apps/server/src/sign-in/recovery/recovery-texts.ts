import type { Words } from '@vid/contract/messages/words';

export const recoveryTexts = {
  subject: { vi: 'Khôi phục tài khoản VID', en: 'Recover your VID account' },
  mail: {
    vi: `Thời gian chờ 72 giờ đã hết. Hãy mở liên kết sau trong vòng 48 giờ để đặt mật khẩu và số điện thoại mới:
{link}

Nếu không phải bạn yêu cầu, hãy đăng nhập và hủy yêu cầu khôi phục, hoặc liên hệ Hội.`,
    en: `The 72-hour wait is over. Open this link within 48 hours to set a new password and phone number:
{link}

If you didn’t request this, sign in and cancel the recovery, or contact the association.`,
  },
  // This text is for an account whose phone was verified. SMS texts have no diacritics.
  sms: { vi: 'Mo de dat mat khau moi: {link}', en: 'Open to set a new password: {link}' },
} as const satisfies Words;
