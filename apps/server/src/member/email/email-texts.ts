import type { Locale } from '@vid/contract/limits';

/** The mail with the link that confirms an address. `phone` is masked, because the mail may reach a stranger. */
export function confirmationMail(
  locale: Locale,
  { phone, link }: { readonly phone: string; readonly link: string },
): { subject: string; text: string } {
  if (locale === 'vi') {
    return {
      subject: 'Xác nhận địa chỉ email cho tài khoản VID',
      text: [
        `Tài khoản VID có số điện thoại ${phone} vừa khai báo địa chỉ email này. Nếu đó là bạn, hãy mở liên kết sau để xác nhận:\n${link}`,
        'Liên kết có hiệu lực trong 24 giờ. Nếu không phải bạn, hãy bỏ qua thư này; địa chỉ của bạn sẽ không được xác nhận.',
      ].join('\n\n'),
    };
  }
  return {
    subject: 'Confirm the email address of your VID account',
    text: [
      `The VID account with the phone number ${phone} has entered this email address. If this was you, open this link to confirm it:\n${link}`,
      'The link is valid for 24 hours. If this was not you, ignore this message and the address will not be confirmed.',
    ].join('\n\n'),
  };
}
