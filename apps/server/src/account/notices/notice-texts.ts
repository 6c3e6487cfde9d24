import type { Locale } from '@vid/contract/limits';

type Sentences = {
  /** The text of an SMS, without diacritics: a single one switches the SMS to UCS-2, with 70 characters per segment. */
  readonly sms: string;
  readonly mail: string;
};

type Notice = Readonly<Record<Locale, Sentences>>;

/** The changes of which the owner of an account is notified. An SMS starts with `VID:` and ends with the link. */
const notices = {
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
      sms: 'Co dang nhap tren thiet bi moi.',
      mail: 'Tài khoản của bạn vừa được đăng nhập trên một thiết bị mới.',
    },
    en: { sms: 'New device signed in.', mail: 'A new device signed in to your account.' },
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
      mail: 'Các mã khôi phục mới vừa được tạo cho tài khoản của bạn. Các mã cũ không còn dùng được.',
    },
    en: {
      sms: 'New recovery codes made.',
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
  'phone-change-undone': {
    vi: {
      sms: 'Da khoi phuc so dien thoai cu.',
      mail: 'Số điện thoại cũ của tài khoản vừa được khôi phục. Mọi phiên đăng nhập đã kết thúc; hãy đặt mật khẩu mới.',
    },
    en: {
      sms: 'Former phone number restored.',
      mail: 'The former phone number of your account was restored. All sessions have ended; please set a new password.',
    },
  },
  'email-changed': {
    vi: { sms: 'Dia chi email da duoc doi.', mail: 'Địa chỉ email của tài khoản vừa được thay đổi.' },
    en: { sms: 'Email address changed.', mail: 'The email address of your account was changed.' },
  },
  'email-confirmed': {
    vi: { sms: 'Da xac nhan dia chi email.', mail: 'Địa chỉ email của tài khoản vừa được xác nhận.' },
    en: { sms: 'Email address confirmed.', mail: 'The email address of your account was confirmed.' },
  },
  'qr-approved': {
    vi: {
      sms: 'Da dong y dang nhap bang ma QR.',
      mail: 'Một lần đăng nhập bằng mã QR vừa được đồng ý từ tài khoản của bạn.',
    },
    en: { sms: 'A QR sign-in was approved.', mail: 'A sign-in by QR code was approved from your account.' },
  },
  'recovery-started': {
    vi: {
      sms: 'Co yeu cau khoi phuc tai khoan.',
      mail: 'Có yêu cầu khôi phục tài khoản của bạn. Nếu không ai hủy, yêu cầu có hiệu lực sau 72 giờ.',
    },
    en: {
      sms: 'Account recovery was requested.',
      mail: 'Recovery of your account was requested. Unless it is stopped, it takes effect in 72 hours.',
    },
  },
  'account-recovered': {
    vi: {
      sms: 'Da khoi phuc tai khoan.',
      mail: 'Tài khoản của bạn vừa được khôi phục với mật khẩu và số điện thoại mới. Mọi phiên đăng nhập đã kết thúc; xác minh hai bước, các passkey và liên kết mạng xã hội đã bị xóa.',
    },
    en: {
      sms: 'Your account was recovered.',
      mail: 'Your account was recovered with a new password and phone number. All sessions have ended; two-step sign-in, passkeys and linked social accounts were removed.',
    },
  },
  'phone-released': {
    vi: {
      sms: 'So dien thoai da co chu moi.',
      mail: 'Số điện thoại của tài khoản đã được chủ mới của số đó dùng để đăng ký. Tài khoản và dữ liệu của bạn vẫn còn, và có thể khôi phục bằng email này.',
    },
    en: {
      sms: 'Your number has a new owner.',
      mail: 'The new owner of the phone number of your account signed up with it. Your account and its data are kept, and can be recovered with this address.',
    },
  },
  'export-ready': {
    vi: {
      sms: 'Ban sao du lieu da san sang.',
      mail: 'Bản sao dữ liệu bạn yêu cầu đã sẵn sàng để tải về trong trang Quyền riêng tư.',
    },
    en: {
      sms: 'Your data copy is ready.',
      mail: 'The copy of your data is ready to download on the Privacy page.',
    },
  },
  'deletion-requested': {
    vi: {
      sms: 'Tai khoan se bi xoa sau 30 ngay.',
      mail: 'Tài khoản của bạn sẽ bị xóa sau 30 ngày. Đăng nhập trước đó để hủy yêu cầu xóa.',
    },
    en: {
      sms: 'Account deletion in 30 days.',
      mail: 'Your account will be deleted in 30 days. Sign in before then to keep it.',
    },
  },
  'deletion-soon': {
    vi: {
      sms: 'Tai khoan se bi xoa sau 3 ngay.',
      mail: 'Tài khoản của bạn sẽ bị xóa sau 3 ngày. Đăng nhập trước đó để hủy yêu cầu xóa.',
    },
    en: {
      sms: 'Account deletion in 3 days.',
      mail: 'Your account will be deleted in 3 days. Sign in before then to keep it.',
    },
  },
  'webhook-failing': {
    vi: {
      sms: 'Webhook khong nhan duoc tin.',
      mail: 'Một webhook bạn quản lý đã không nhận được tin trong ba ngày. VID vẫn tiếp tục gửi; nếu ba ngày nữa vẫn không được, webhook sẽ bị tắt.',
    },
    en: {
      sms: 'A webhook does not respond.',
      mail: 'A webhook you manage has not accepted a message for three days. VID keeps trying, and turns the webhook off if that lasts three more days.',
    },
  },
  'webhook-disabled': {
    vi: {
      sms: 'Mot webhook da bi tat.',
      mail: 'Một webhook bạn quản lý đã bị tắt vì không nhận được tin. Sau khi sửa, hãy bật lại rồi gửi lại những tin còn thiếu.',
    },
    en: {
      sms: 'A webhook was turned off.',
      mail: 'A webhook you manage was turned off because it does not accept messages. Once it is repaired, turn it on and send the missed messages again.',
    },
  },
} as const satisfies Readonly<Record<string, Notice>>;

export type NoticeKind = keyof typeof notices;

export const noticeKinds = Object.keys(notices).filter((kind): kind is NoticeKind => kind in notices);

/** The sentence of a notice of a stored kind. */
export function noticeSentence(kind: string, locale: Locale): string | undefined {
  const known = noticeKinds.find((one) => one === kind);
  return known && notices[known][locale].mail;
}

const questions: Readonly<Record<Locale, string>> = { vi: 'Khong phai ban?', en: 'Not you?' };

/** Composes an SMS of one segment for public host names of up to 50 characters. `link` locks the account. */
export function smsNotice(kind: NoticeKind, locale: Locale, link: string): string {
  const question = isAboutWebhook(kind) ? '' : `${questions[locale]} `;
  return `VID: ${notices[kind][locale].sms} ${question}${link}`;
}

const lockQuestions: Readonly<Record<Locale, string>> = {
  vi: 'Nếu không phải bạn thực hiện, hãy khóa tài khoản ngay tại đây:',
  en: 'If this was not you, lock your account here right away:',
};
/** The question of a notice whose link restores the former number. */
const undoQuestions: Readonly<Record<Locale, string>> = {
  vi: 'Nếu không phải bạn thực hiện, hãy khôi phục số cũ trong vòng 24 giờ tại đây:',
  en: 'If this was not you, restore the former number here within 24 hours:',
};

/** The question of a notice whose link opens the page of the webhooks and locks nothing. */
const webhookQuestions: Readonly<Record<Locale, string>> = {
  vi: 'Xem các lần gửi tại đây:',
  en: 'See the attempts here:',
};

function isAboutWebhook(kind: NoticeKind): boolean {
  return kind === 'webhook-failing' || kind === 'webhook-disabled';
}

/** The question of a notice whose link only stops the recovery. */
const stopQuestions: Readonly<Record<Locale, string>> = {
  vi: 'Nếu không phải bạn yêu cầu, hãy hủy yêu cầu này ngay tại đây:',
  en: 'If this was not you, stop the recovery here right away:',
};
const otherQuestions: Partial<Record<NoticeKind, Readonly<Record<Locale, string>>>> = {
  'phone-changed': undoQuestions,
  'recovery-started': stopQuestions,
  'webhook-failing': webhookQuestions,
  'webhook-disabled': webhookQuestions,
};

const webhookSubjects: Readonly<Record<Locale, string>> = {
  vi: 'Webhook của bạn trên VID gặp lỗi',
  en: 'A webhook of yours fails',
};

/** The known data of the request that made the change. */
export type NoticeOrigin = { readonly device: string; readonly address: string; readonly at: Date };

export function mailNotice(
  kind: NoticeKind,
  locale: Locale,
  { link, origin }: { readonly link: string; readonly origin: NoticeOrigin | undefined },
): { subject: string; text: string } {
  const { mail } = notices[kind][locale];
  const where = origin && describeOrigin(origin, locale);
  const ask = `${(otherQuestions[kind] ?? lockQuestions)[locale]}\n${link}`;
  const subject = isAboutWebhook(kind)
    ? webhookSubjects[locale]
    : locale === 'vi'
      ? 'Thông báo bảo mật tài khoản VID'
      : 'Security notice for your VID account';
  return { subject, text: [mail, where, ask].filter((part) => part !== undefined).join('\n\n') };
}

function describeOrigin({ device, address, at }: NoticeOrigin, locale: Locale): string {
  const time = new Intl.DateTimeFormat(locale === 'vi' ? 'vi-VN' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Ho_Chi_Minh',
  }).format(at);
  const [when, on, from] =
    locale === 'vi' ? ['Thời gian', 'Thiết bị', 'Địa chỉ IP'] : ['Time', 'Device', 'IP address'];
  const lines = [`${when}: ${time}`, `${on}: ${device}`, `${from}: ${address}`];
  return lines.filter((line) => !line.endsWith(': ')).join('\n');
}
