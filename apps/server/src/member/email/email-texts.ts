import type { Words } from '@vid/contract/messages/words';

/**
 * The mail with the link that confirms an address. `phone` is masked, because the mail may reach another
 * person.
 */
export const confirmationMail = {
  subject: {
    vi: 'Xác nhận địa chỉ email cho tài khoản VID',
    en: 'Confirm the email address of your VID account',
  },
  text: {
    vi: `Tài khoản VID có số điện thoại {phone} vừa khai báo địa chỉ email này. Nếu đó là bạn, hãy mở liên kết sau để xác nhận:
{link}

Liên kết có hiệu lực trong 24 giờ. Nếu không phải bạn, hãy bỏ qua thư này; địa chỉ của bạn sẽ không được xác nhận.`,
    en: `This email address was entered for the VID account with the phone number {phone}. If this was you, open this link to confirm it:
{link}

The link is valid for 24 hours. If this wasn’t you, ignore this email and the address won’t be confirmed.`,
  },
} as const satisfies Words;
