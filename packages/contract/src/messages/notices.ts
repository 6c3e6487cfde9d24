import type { Locale } from '../limits.ts';
import type { Text } from './words.ts';

type Sentences = {
  /**
   * A sentence without diacritics, because diacritics would switch the SMS to UCS-2, which shortens each part from 153
   * to 67 characters.
   */
  readonly sms: string;
  readonly mail: string;
};

type Notice = Readonly<Record<Locale, Sentences>> & { readonly frame?: NoticeFrame };

type Frame = {
  readonly subject: MailSubject;
  /** Text before the link of an SMS. */
  readonly sms: Text;
  /** The last paragraph of an e-mail. */
  readonly mail: Text;
};

/** `{{name}}` is the association’s short name. */
export const mailSubjects = {
  security: {
    vi: '[{{name}}] Thông báo bảo mật tài khoản',
    en: '[{{name}}] Security notice for your account',
  },
  copy: { vi: '[{{name}}] Bản sao dữ liệu của bạn', en: '[{{name}}] A copy of your data' },
  webhook: { vi: '[{{name}}] Webhook của bạn gặp lỗi', en: '[{{name}}] One of your webhooks is failing' },
  association: {
    vi: '[{{name}}] Thông báo về tài khoản của bạn',
    en: '[{{name}}] A message about your account',
  },
  'recovery-link': { vi: '[{{name}}] Khôi phục tài khoản', en: '[{{name}}] Recover your account' },
  'email-confirmation': {
    vi: '[{{name}}] Xác nhận địa chỉ email của tài khoản',
    en: '[{{name}}] Confirm the email address of your account',
  },
} as const satisfies Readonly<Record<string, Text>>;
export type MailSubject = keyof typeof mailSubjects;

const notYou: Text = { vi: 'Khong phai ban? ', en: 'Not you? ' };
const nothing: Text = { vi: '', en: '' };

export const noticeFrames = {
  /** Frame of notices whose link locks the account. */
  lock: {
    subject: 'security',
    sms: notYou,
    mail: {
      vi: 'Nếu không phải bạn thực hiện, hãy khóa tài khoản ngay tại đây:\n{{link}}',
      en: 'If this wasn’t you, lock your account here right away:\n{{link}}',
    },
  },
  /** Frame of notices whose link restores the former phone number. */
  undo: {
    subject: 'security',
    sms: notYou,
    mail: {
      vi: 'Nếu không phải bạn thực hiện, hãy khôi phục số cũ trong vòng 24 giờ tại đây:\n{{link}}',
      en: 'If this wasn’t you, restore the old number here within 24 hours:\n{{link}}',
    },
  },
  /** Frame of notices whose link restores the account’s former e-mail address. */
  'undo-email': {
    subject: 'security',
    sms: notYou,
    mail: {
      vi: 'Nếu không phải bạn thực hiện, hãy khôi phục địa chỉ cũ trong vòng 24 giờ tại đây:\n{{link}}',
      en: 'If this wasn’t you, restore the old address here within 24 hours:\n{{link}}',
    },
  },
  /** Frame of notices whose link only stops the recovery. */
  stop: {
    subject: 'security',
    sms: notYou,
    mail: {
      vi: 'Nếu không phải bạn yêu cầu, hãy hủy yêu cầu này ngay tại đây:\n{{link}}',
      en: 'If this wasn’t you, cancel the recovery here right away:\n{{link}}',
    },
  },
  /** Frame of notices whose link leads to account recovery, and changes nothing by itself. */
  recovery: {
    subject: 'security',
    sms: nothing,
    mail: {
      vi: 'Nếu đây là tài khoản của bạn, hãy liên hệ {{name}} hoặc khôi phục tài khoản tại đây:\n{{link}}',
      en: 'If this is your account, contact {{name}} or recover the account here:\n{{link}}',
    },
  },
  /** Frame of notices whose link opens the data copy, and changes nothing by itself. */
  copy: {
    subject: 'copy',
    sms: nothing,
    mail: {
      vi: 'Nếu không phải bạn yêu cầu, hãy đăng nhập và đổi mật khẩu ngay. Tải bản sao tại đây:\n{{link}}',
      en: 'If you didn’t request it, sign in and change your password right away. Download the copy here:\n{{link}}',
    },
  },
  /** Frame of notices whose link opens the webhooks, and changes nothing by itself. */
  webhook: {
    subject: 'webhook',
    sms: nothing,
    mail: { vi: 'Xem các lần gửi tại đây:\n{{link}}', en: 'See the attempts here:\n{{link}}' },
  },
  /** Frame of notices whose link opens the page with the details, and changes nothing by itself. */
  association: {
    subject: 'association',
    sms: nothing,
    mail: { vi: '{{link}}', en: '{{link}}' },
  },
} as const satisfies Readonly<Record<string, Frame>>;
export type NoticeFrame = keyof typeof noticeFrames;

const changes = {
  'password-changed': {
    vi: { sms: 'Mat khau da duoc doi.', mail: 'Mật khẩu tài khoản của bạn vừa được thay đổi.' },
    en: { sms: 'Password changed.', mail: 'The password of your account was changed.' },
  },
  'password-reset': {
    vi: { sms: 'Mat khau da duoc dat lai.', mail: 'Mật khẩu tài khoản của bạn vừa được đặt lại.' },
    en: { sms: 'Password reset.', mail: 'The password of your account was reset.' },
  },
  'new-device': {
    vi: {
      sms: 'Tai khoan vua dang nhap o may moi.',
      mail: 'Tài khoản của bạn vừa đăng nhập trên một thiết bị mới.',
    },
    en: { sms: 'New sign-in to your account.', mail: 'A new device signed in to your account.' },
  },
  'passkey-added': {
    vi: { sms: 'Da them mot passkey.', mail: 'Một passkey vừa được thêm vào tài khoản của bạn.' },
    en: { sms: 'A passkey was added.', mail: 'A passkey was added to your account.' },
  },
  'passkey-removed': {
    vi: { sms: 'Da xoa mot passkey.', mail: 'Một passkey vừa bị xóa khỏi tài khoản của bạn.' },
    en: { sms: 'A passkey was removed.', mail: 'A passkey was removed from your account.' },
  },
  'two-step-on': {
    vi: { sms: 'Da bat xac minh hai buoc.', mail: 'Xác minh hai bước vừa được bật cho tài khoản của bạn.' },
    en: { sms: 'Two-step sign-in is on.', mail: 'Two-step sign-in was turned on for your account.' },
  },
  'two-step-off': {
    vi: { sms: 'Da tat xac minh hai buoc.', mail: 'Xác minh hai bước vừa bị tắt cho tài khoản của bạn.' },
    en: { sms: 'Two-step sign-in is off.', mail: 'Two-step sign-in was turned off for your account.' },
  },
  'recovery-codes-made': {
    vi: {
      sms: 'Da tao ma khoi phuc moi.',
      mail: 'Mã khôi phục mới vừa được tạo cho tài khoản của bạn. Mã cũ không còn dùng được.',
    },
    en: {
      sms: 'New recovery codes created.',
      mail: 'New recovery codes were created for your account. The old ones no longer work.',
    },
  },
  'recovery-code-used': {
    vi: {
      sms: 'Da dung mot ma khoi phuc.',
      mail: 'Một mã khôi phục vừa được dùng để đăng nhập hoặc để khôi phục tài khoản.',
    },
    en: {
      sms: 'Recovery code used.',
      mail: 'A recovery code was used to sign in or to recover the account.',
    },
  },
  'identity-linked': {
    vi: {
      sms: 'Da lien ket mang xa hoi.',
      mail: 'Một tài khoản mạng xã hội vừa được liên kết với tài khoản của bạn.',
    },
    en: { sms: 'A social account was linked.', mail: 'A social account was linked to your account.' },
  },
  'identity-unlinked': {
    vi: {
      sms: 'Da huy lien ket mang xa hoi.',
      mail: 'Một tài khoản mạng xã hội vừa bị hủy liên kết với tài khoản của bạn.',
    },
    en: { sms: 'A social account was unlinked.', mail: 'A social account was unlinked from your account.' },
  },
  'phone-changed': {
    vi: { sms: 'So dien thoai da duoc doi.', mail: 'Số điện thoại của tài khoản vừa được thay đổi.' },
    en: { sms: 'Phone number changed.', mail: 'The phone number of your account was changed.' },
  },
  'phone-replaced': {
    frame: 'undo',
    vi: { sms: 'So dien thoai da duoc doi.', mail: 'Số điện thoại của tài khoản vừa được thay đổi.' },
    en: { sms: 'Phone number changed.', mail: 'The phone number of your account was changed.' },
  },
  'phone-change-undone': {
    vi: {
      sms: 'Da khoi phuc so dien thoai cu.',
      mail: 'Số điện thoại cũ của tài khoản vừa được khôi phục. Mọi phiên đăng nhập đã kết thúc. Hãy đặt mật khẩu mới.',
    },
    en: {
      sms: 'Old phone number restored.',
      mail: 'The old phone number of your account was restored. All sessions have ended. Set a new password.',
    },
  },
  'email-changed': {
    vi: { sms: 'Dia chi email da duoc doi.', mail: 'Địa chỉ email của tài khoản vừa được thay đổi.' },
    en: { sms: 'Email address changed.', mail: 'The email address of your account was changed.' },
  },
  'email-replaced': {
    frame: 'undo-email',
    vi: { sms: 'Dia chi email da duoc doi.', mail: 'Địa chỉ email của tài khoản vừa được thay đổi.' },
    en: { sms: 'Email address changed.', mail: 'The email address of your account was changed.' },
  },
  'email-change-undone': {
    vi: {
      sms: 'Da khoi phuc dia chi email cu.',
      mail: 'Địa chỉ email cũ của tài khoản vừa được khôi phục. Mọi phiên đăng nhập đã kết thúc. Hãy đặt mật khẩu mới.',
    },
    en: {
      sms: 'Old email address restored.',
      mail: 'The old email address of your account was restored. All sessions have ended. Set a new password.',
    },
  },
  'email-confirmed': {
    vi: { sms: 'Da xac nhan dia chi email.', mail: 'Địa chỉ email của tài khoản vừa được xác nhận.' },
    en: { sms: 'Email address confirmed.', mail: 'The email address of your account was confirmed.' },
  },
  'qr-approved': {
    vi: {
      sms: 'Da dong y dang nhap bang ma QR.',
      mail: 'Một yêu cầu đăng nhập bằng mã QR vừa được đồng ý từ tài khoản của bạn.',
    },
    en: { sms: 'A QR sign-in was approved.', mail: 'A QR code sign-in was approved from your account.' },
  },
  'device-approved': {
    vi: {
      sms: 'Da cho mot thiet bi dang nhap bang ma.',
      mail: 'Một thiết bị vừa được phép đăng nhập vào một ứng dụng bằng tài khoản của bạn, nhờ mã hiện trên thiết bị đó.',
    },
    en: {
      sms: 'A device was allowed to sign in.',
      mail: 'A device was allowed to sign in to an app with your account, by the code that it shows.',
    },
  },
  'application-access': {
    vi: {
      sms: 'Quyen vao ung dung da thay doi.',
      mail: 'Tài khoản của bạn vừa đăng ký, thay đổi hay giao cho người khác một ứng dụng, thêm người quản lý, hoặc thêm hay thay đổi một kết nối hoặc khóa bí mật của ứng dụng.',
    },
    en: {
      sms: 'Access to an application changed.',
      mail: 'Your account registered, changed or handed over an application, added a manager to one, or added or changed a client or a secret.',
    },
  },
  'approval-confirmed': {
    vi: {
      sms: 'Da xac nhan mot de nghi quan tri.',
      mail: 'Đề nghị cấp quyền quản trị hoặc xuất mật khẩu đã băm mà tài khoản của bạn gửi hoặc xác nhận vừa có hiệu lực.',
    },
    en: {
      sms: 'Administration request confirmed.',
      mail: 'A request for a new administrator or an export of password hashes took effect. Your account made or confirmed it.',
    },
  },
  'recovery-started': {
    frame: 'stop',
    vi: {
      sms: 'Co yeu cau khoi phuc tai khoan.',
      mail: 'Có yêu cầu khôi phục tài khoản của bạn. Nếu không ai hủy, yêu cầu có hiệu lực sau 72 giờ.',
    },
    en: {
      sms: 'Account recovery was requested.',
      mail: 'Recovery of your account was requested. Unless it is cancelled, it takes effect in 72 hours.',
    },
  },
  'recovery-stopped': {
    // A person who only reads the mailbox can request and stop a recovery, but must not get a link that locks the
    // account.
    frame: 'recovery',
    vi: {
      sms: 'Da huy khoi phuc tai khoan.',
      mail: 'Yêu cầu khôi phục tài khoản của bạn vừa bị hủy. Nếu bạn vẫn cần khôi phục, hãy gửi yêu cầu mới; khôi phục qua email thì gửi sau 72 giờ.',
    },
    en: {
      sms: 'Account recovery cancelled.',
      mail: 'The recovery of your account was cancelled. If you still need it, request it again; by email, after 72 hours.',
    },
  },
  'account-recovered': {
    vi: {
      sms: 'Da khoi phuc tai khoan.',
      mail: 'Tài khoản của bạn vừa được khôi phục với mật khẩu và số điện thoại mới. Mọi phiên đăng nhập đã kết thúc; xác minh hai bước, passkey và liên kết mạng xã hội đã bị xóa.',
    },
    en: {
      sms: 'Your account was recovered.',
      mail: 'Your account was recovered with a new password and phone number. All sessions have ended; two-step sign-in, passkeys and linked social accounts were removed.',
    },
  },
  'account-returned': {
    vi: {
      sms: 'Tai khoan da duoc mo lai.',
      mail: 'Tài khoản bị khóa của bạn vừa được mở lại bằng mật khẩu mới. Mọi phiên đăng nhập đã kết thúc; passkey, liên kết mạng xã hội và xác minh hai bước bật trong 30 ngày qua đã bị xóa. Hãy đăng nhập để xem những gì đã bị xóa.',
    },
    en: {
      sms: 'Your account was unlocked.',
      mail: 'Your locked account was unlocked with a new password. All sessions have ended; passkeys, linked social accounts and two-step sign-in of the last 30 days were removed. Sign in to see what was removed.',
    },
  },
  'lock-lifted': {
    vi: {
      sms: 'Da mo khoa. Hay dat mat khau moi.',
      mail: '{{name}} vừa mở khóa tài khoản của bạn. Mật khẩu cũ đã bị xóa. Hãy đặt mật khẩu mới bằng mã OTP gửi đến số điện thoại của bạn. Mọi phiên đăng nhập đã kết thúc; passkey, liên kết mạng xã hội và xác minh hai bước bật trong 30 ngày qua đã bị xóa. Hãy đăng nhập để xem những gì đã bị xóa.',
    },
    en: {
      sms: 'Unlocked. Set a new password.',
      mail: '{{name}} has unlocked your account. The old password was removed. Set a new one with a code sent to your phone. All sessions have ended; passkeys, linked social accounts and two-step sign-in of the last 30 days were removed. Sign in to see what was removed.',
    },
  },
  'email-removed': {
    frame: 'recovery',
    vi: {
      sms: 'Da xoa dia chi email.',
      mail: 'Địa chỉ email này vừa bị xóa khỏi một tài khoản, vì chủ tài khoản đã lấy lại tài khoản đó.',
    },
    en: {
      sms: 'Email address removed.',
      mail: 'This email address was removed from an account, because its owner has recovered that account.',
    },
  },
  'phone-released': {
    vi: {
      sms: 'So dien thoai da co chu moi.',
      mail: 'Số điện thoại của tài khoản nay thuộc về một tài khoản khác. Tài khoản và dữ liệu của bạn vẫn còn, và có thể khôi phục bằng email này.',
    },
    en: {
      sms: 'Your number has a new owner.',
      mail: 'Your account’s phone number now belongs to another account. Your account and its data are kept. You can recover it with this email address.',
    },
  },
  'export-ready': {
    frame: 'copy',
    vi: {
      sms: 'Ban sao du lieu da san sang.',
      mail: 'Bản sao dữ liệu bạn yêu cầu đã sẵn sàng để tải về.',
    },
    en: {
      sms: 'Your data copy is ready.',
      mail: 'The copy of your data that you requested is ready to download.',
    },
  },
  'deletion-requested': {
    vi: {
      sms: 'Tai khoan se bi xoa sau 30 ngay.',
      mail: 'Tài khoản của bạn sẽ bị xóa sau 30 ngày. Nếu đổi ý, hãy đăng nhập trước đó rồi chọn “Giữ tài khoản”.',
    },
    en: {
      sms: 'Account deletion in 30 days.',
      mail: 'Your account will be deleted in 30 days. To keep it, sign in before then and choose “Keep my account”.',
    },
  },
  'deletion-cancelled': {
    vi: {
      sms: 'Da huy yeu cau xoa tai khoan.',
      mail: 'Yêu cầu xóa tài khoản của bạn đã bị hủy. Tài khoản được giữ lại.',
    },
    en: {
      sms: 'Account deletion cancelled.',
      mail: 'Your account deletion was cancelled. Your account is kept.',
    },
  },
  'deletion-soon': {
    vi: {
      sms: 'Tai khoan se bi xoa sau 3 ngay.',
      mail: 'Tài khoản của bạn sẽ bị xóa sau 3 ngày. Nếu đổi ý, hãy đăng nhập trước đó rồi chọn “Giữ tài khoản”.',
    },
    en: {
      sms: 'Account deletion in 3 days.',
      mail: 'Your account will be deleted in 3 days. To keep it, sign in before then and choose “Keep my account”.',
    },
  },
  'role-granted': {
    vi: {
      sms: 'Da cap quyen quan tri.',
      mail: 'Tài khoản của bạn vừa được cấp quyền quản trị. Bạn đã bị đăng xuất khỏi mọi thiết bị. Hãy đăng nhập lại.',
    },
    en: {
      sms: 'Administrator role granted.',
      mail: 'Your account now has the administrator role. You were signed out on all devices. Sign in again.',
    },
  },
  'role-withdrawn': {
    vi: {
      sms: 'Da thu hoi quyen quan tri.',
      mail: 'Quyền quản trị của bạn vừa bị thu hồi. Bạn đã bị đăng xuất khỏi mọi thiết bị.',
    },
    en: {
      sms: 'Administrator role withdrawn.',
      mail: 'Your account no longer has the administrator role. You were signed out on all devices.',
    },
  },
  'several-changes': {
    vi: {
      sms: '{{count}} thay doi tren tai khoan.',
      mail: 'Tài khoản của bạn vừa có nhiều thay đổi trong thời gian ngắn.',
    },
    en: {
      sms: '{{count}} changes to your account.',
      mail: 'Several changes were made to your account in a short time.',
    },
  },
  'changed-yesterday': {
    vi: {
      sms: 'Hom qua tai khoan co thay doi.',
      mail: 'Hôm qua, tài khoản của bạn có thay đổi về mật khẩu, số điện thoại, passkey, email, mạng xã hội, xác minh hai bước, quyền vào ứng dụng hoặc quyền quản trị.',
    },
    en: {
      sms: 'Your account changed yesterday.',
      mail: 'Yesterday, your password, phone number, passkeys, email address, social accounts, two-step sign-in, or access to an application or to the administration changed.',
    },
  },
  'signed-in-yesterday': {
    vi: {
      sms: 'Hom qua tai khoan dang nhap o may moi.',
      mail: 'Hôm qua, tài khoản của bạn đã đăng nhập trên một thiết bị mới.',
    },
    en: {
      sms: 'New sign-in to your account yesterday.',
      mail: 'Yesterday, a new device signed in to your account.',
    },
  },
  'webhook-failing': {
    frame: 'webhook',
    vi: {
      sms: 'Webhook khong nhan duoc tin.',
      mail: 'Một webhook bạn quản lý đã không nhận được tin trong ba ngày. {{name}} vẫn tiếp tục gửi. Nếu ba ngày nữa vẫn không được, webhook sẽ bị tắt.',
    },
    en: {
      sms: 'A webhook is failing.',
      mail: 'A webhook you manage hasn’t accepted any messages for three days. {{name}} keeps trying, but will turn the webhook off after three more days without an accepted message.',
    },
  },
  'webhook-disabled': {
    frame: 'webhook',
    vi: {
      sms: 'Mot webhook da bi tat.',
      mail: 'Một webhook bạn quản lý đã bị tắt vì không nhận được tin. Sau khi sửa, hãy bật lại rồi gửi lại tin còn thiếu.',
    },
    en: {
      sms: 'A webhook was turned off.',
      mail: 'A webhook you manage was turned off because it wasn’t accepting messages. Once it’s fixed, turn it on and resend the missed messages.',
    },
  },
} as const satisfies Readonly<Record<string, Notice>>;

/** Notices of the association’s decisions, which link to a page of the web app with the details. */
const decisions = {
  'enterprise-verified': {
    page: '/user/information',
    vi: {
      sms: '{{name}} da xac minh doanh nghiep cua ban.',
      mail: '{{name}} đã xác minh tên và mã số thuế của doanh nghiệp bạn.',
    },
    en: {
      sms: 'Your business is now verified.',
      mail: '{{name}} has verified the name and tax code of your business.',
    },
  },
  'enterprise-refused': {
    page: '/user/information',
    vi: {
      sms: '{{name}} chua xac minh doanh nghiep. Xem ly do:',
      mail: '{{name}} chưa xác minh được doanh nghiệp của bạn vì lý do dưới đây. Hãy sửa thông tin; {{name}} sẽ xem lại.',
    },
    en: {
      sms: 'Your business is not verified. See why:',
      mail: '{{name}} couldn’t verify your business. The reason is below. Correct the details, and they will be checked again.',
    },
  },
  'certificate-confirmed': {
    page: '/user/information',
    vi: {
      sms: '{{name}} da xac nhan chung chi hanh nghe.',
      mail: '{{name}} đã xác nhận chứng chỉ hành nghề môi giới của bạn.',
    },
    en: {
      sms: 'Your certificate is confirmed.',
      mail: '{{name}} has confirmed your practising certificate.',
    },
  },
  'certificate-refused': {
    page: '/user/information',
    vi: {
      sms: '{{name}} chua xac nhan chung chi. Xem ly do:',
      mail: '{{name}} chưa xác nhận được chứng chỉ hành nghề của bạn vì lý do dưới đây. Hãy kiểm tra rồi khai báo lại.',
    },
    en: {
      sms: 'Your certificate is not confirmed. See why:',
      mail: '{{name}} couldn’t confirm your practising certificate. The reason is below. Check the details and add the certificate again.',
    },
  },
  'certificate-expiring': {
    page: '/user/information',
    vi: {
      sms: 'Chung chi hanh nghe cua ban sap het han.',
      mail: 'Chứng chỉ hành nghề môi giới của bạn sắp hết hạn. Khi có chứng chỉ mới, hãy cập nhật ở trang Thông tin tài khoản.',
    },
    en: {
      sms: 'Your certificate expires soon.',
      mail: 'Your practising certificate expires soon. Once you have a new one, update it on the Account information page.',
    },
  },
  'privacy-request-answered': {
    page: '/user/privacy/requests',
    vi: {
      sms: '{{name}} da tra loi yeu cau ve du lieu ca nhan.',
      mail: '{{name}} đã trả lời yêu cầu của bạn về dữ liệu cá nhân.',
    },
    en: {
      sms: 'Your privacy request was answered.',
      mail: '{{name}} has answered your privacy request.',
    },
  },
  'privacy-request-extended': {
    page: '/user/privacy/requests',
    vi: {
      sms: 'Yeu cau ve du lieu ca nhan duoc gia han.',
      mail: '{{name}} cần thêm thời gian để thực hiện yêu cầu của bạn về dữ liệu cá nhân.',
    },
    en: {
      sms: 'Your privacy request needs more time.',
      mail: '{{name}} needs more time for your privacy request.',
    },
  },
  'data-incident': {
    page: '/user/privacy/incidents',
    vi: {
      sms: 'Du lieu ca nhan cua ban co the da bi lo. Xem:',
      mail: 'Dữ liệu cá nhân của bạn có thể đã bị lộ trong một sự cố.',
    },
    en: {
      sms: 'Your personal data may have leaked. See:',
      mail: 'Your personal data may have leaked in an incident.',
    },
  },
  'privacy-request-closed': {
    page: '/user/privacy/requests',
    vi: {
      sms: '{{name}} da xu ly xong yeu cau ve du lieu ca nhan.',
      mail: '{{name}} đã xử lý xong yêu cầu của bạn về dữ liệu cá nhân.',
    },
    en: {
      sms: 'Your privacy request is closed.',
      mail: '{{name}} has closed your privacy request.',
    },
  },
  'several-decisions': {
    page: '/user/information',
    vi: {
      sms: '{{name}} co {{count}} thong bao moi cho ban. Xem:',
      mail: '{{name}} vừa có nhiều thông báo cho bạn.',
    },
    en: {
      sms: '{{name}} has {{count}} messages for you. See:',
      mail: '{{name}} has several messages for you.',
    },
  },
} as const satisfies Readonly<
  Record<string, Readonly<Record<Locale, Sentences>> & { readonly page: `/user/${string}` }>
>;

export type NoticeKind = keyof typeof changes;
export type AssociationNoticeKind = keyof typeof decisions;

const isChange = (kind: string): kind is NoticeKind => Object.hasOwn(changes, kind);
export const isDecision = (kind: string): kind is AssociationNoticeKind => Object.hasOwn(decisions, kind);

export const noticeKinds = Object.keys(changes).filter(isChange);
export const associationNoticeKinds = Object.keys(decisions).filter(isDecision);

export const isNoticeKind = (kind: string): kind is NoticeKind | AssociationNoticeKind =>
  isChange(kind) || isDecision(kind);

export function noticeOf(kind: NoticeKind | AssociationNoticeKind): Notice {
  return isChange(kind) ? changes[kind] : { ...decisions[kind], frame: 'association' };
}

export const decisionPage = (kind: AssociationNoticeKind): `/user/${string}` => decisions[kind].page;
