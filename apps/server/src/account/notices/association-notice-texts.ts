import type { Locale } from '@vid/contract/limits';

type Sentences = {
  /** The text of an SMS, without diacritics. Shorter than 55 characters, so that it fits one segment with its link. */
  readonly sms: string;
  readonly mail: string;
};

type AssociationNotice = {
  /** The page of the web app with the details. */
  readonly page: `/user/${string}`;
  readonly texts: Readonly<Record<Locale, Sentences>>;
};

/** The notices of the association's decisions. Their link opens a page, and does not lock the account. */
const notices = {
  'enterprise-verified': {
    page: '/user/information',
    texts: {
      vi: {
        sms: 'Hoi da xac minh doanh nghiep cua ban.',
        mail: 'Hội đã xác minh tên và mã số thuế của doanh nghiệp bạn.',
      },
      en: {
        sms: 'Your business is now verified.',
        mail: 'The association has verified the name and tax code of your business.',
      },
    },
  },
  'enterprise-refused': {
    page: '/user/information',
    texts: {
      vi: {
        sms: 'Hoi chua xac minh doanh nghiep. Xem ly do:',
        mail: 'Hội chưa xác minh được doanh nghiệp của bạn. Hãy sửa thông tin theo lý do dưới đây; hồ sơ sẽ được xem lại.',
      },
      en: {
        sms: 'Your business is not verified. See why:',
        mail: 'The association could not verify your business. Correct the details for the reason below, and they will be checked again.',
      },
    },
  },
  'certificate-confirmed': {
    page: '/user/information',
    texts: {
      vi: {
        sms: 'Hoi da xac nhan chung chi hanh nghe.',
        mail: 'Hội đã xác nhận chứng chỉ hành nghề môi giới của bạn.',
      },
      en: {
        sms: 'Your certificate is confirmed.',
        mail: 'The association has confirmed your practising certificate.',
      },
    },
  },
  'certificate-refused': {
    page: '/user/information',
    texts: {
      vi: {
        sms: 'Hoi chua xac nhan chung chi. Xem ly do:',
        mail: 'Hội chưa xác nhận được chứng chỉ hành nghề của bạn. Hãy khai lại theo lý do dưới đây.',
      },
      en: {
        sms: 'Your certificate is not confirmed. See why:',
        mail: 'The association could not confirm your practising certificate. Declare it again for the reason below.',
      },
    },
  },
  'certificate-expiring': {
    page: '/user/information',
    texts: {
      vi: {
        sms: 'Chung chi hanh nghe cua ban sap het han.',
        mail: 'Chứng chỉ hành nghề môi giới của bạn sắp hết hạn. Khi có chứng chỉ mới, hãy khai lại trong trang thông tin tài khoản.',
      },
      en: {
        sms: 'Your certificate expires soon.',
        mail: 'Your practising certificate expires soon. Once you have a new one, declare it on your information page.',
      },
    },
  },
  'privacy-request-answered': {
    page: '/user/privacy',
    texts: {
      vi: {
        sms: 'Hoi da tra loi yeu cau ve du lieu ca nhan.',
        mail: 'Hội đã trả lời yêu cầu của bạn về dữ liệu cá nhân.',
      },
      en: {
        sms: 'Your privacy request has an answer.',
        mail: 'The association has answered your request about personal data.',
      },
    },
  },
  'privacy-request-extended': {
    page: '/user/privacy',
    texts: {
      vi: {
        sms: 'Yeu cau ve du lieu ca nhan duoc gia han.',
        mail: 'Hội cần thêm thời gian để thực hiện yêu cầu của bạn về dữ liệu cá nhân.',
      },
      en: {
        sms: 'Your privacy request takes longer.',
        mail: 'The association needs more time for your request about personal data.',
      },
    },
  },
  'data-incident': {
    page: '/user/privacy',
    texts: {
      vi: {
        sms: 'Du lieu ca nhan cua ban co the da bi lo. Xem:',
        mail: 'Dữ liệu cá nhân của bạn có thể đã bị lộ trong một sự cố.',
      },
      en: {
        sms: 'Your personal data may have leaked. Read:',
        mail: 'Your personal data may have leaked in an incident.',
      },
    },
  },
  'privacy-request-closed': {
    page: '/user/privacy',
    texts: {
      vi: {
        sms: 'Hoi da xu ly xong yeu cau ve du lieu ca nhan.',
        mail: 'Hội đã xử lý xong yêu cầu của bạn về dữ liệu cá nhân.',
      },
      en: {
        sms: 'Your privacy request is closed.',
        mail: 'The association has closed your request about personal data.',
      },
    },
  },
} as const satisfies Readonly<Record<string, AssociationNotice>>;

export type AssociationNoticeKind = keyof typeof notices;

export const associationNoticeKinds = Object.keys(notices).filter(
  (kind): kind is AssociationNoticeKind => kind in notices,
);

/** The sentence of a notice of a stored kind. */
export function associationNoticeSentence(kind: string, locale: Locale): string | undefined {
  const known = associationNoticeKinds.find((one) => one === kind);
  return known && notices[known].texts[locale].mail;
}

/** The address of the page that a notice is about. */
export function associationNoticeLink(kind: AssociationNoticeKind, origin: string): string {
  return `${origin}/vid/web${notices[kind].page}`;
}

/** Composes an SMS of one segment for public host names of up to 50 characters. */
export function associationSms(kind: AssociationNoticeKind, locale: Locale, link: string): string {
  return `VID: ${notices[kind].texts[locale].sms} ${link}`;
}

const subjects: Readonly<Record<Locale, string>> = {
  vi: 'Hội thông báo về tài khoản VID của bạn',
  en: 'A message from the association about your VID account',
};

/** Composes the mail. `detail` is the text of an administrator, or a date; an SMS has no space for it. */
export function associationMail(
  kind: AssociationNoticeKind,
  locale: Locale,
  { link, detail }: { readonly link: string; readonly detail: string | undefined },
): { subject: string; text: string } {
  const parts = [notices[kind].texts[locale].mail, detail, link];
  return { subject: subjects[locale], text: parts.filter((part) => part !== undefined).join('\n\n') };
}
