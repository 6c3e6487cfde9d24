import { incidentDataKinds, type incidentSeverities } from '@vid/contract/endpoints/admin/incident-shapes';
import type { Locale } from '@vid/contract/limits';
import { formatNational } from '#lib/phone.ts';

type DataKind = (typeof incidentDataKinds)[number];
type Severity = (typeof incidentSeverities)[number];

/** The data from which the drafts are written. */
export type DraftInput = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly dataKinds: readonly string[];
  readonly severity: Severity;
  readonly measures: string;
  readonly discoveredAt: Date;
  readonly dueAt: Date;
  readonly affected: { readonly total: number; readonly told: number };
  readonly isLate: boolean;
  readonly contact: {
    readonly name: Readonly<Record<Locale, string>>;
    readonly address: Readonly<Record<Locale, string>> | null;
    readonly phone: string | null;
    readonly email: string | null;
  };
};

const dataNames: Readonly<Record<Locale, Readonly<Record<DataKind, string>>>> = {
  vi: {
    names: 'họ và tên',
    phones: 'số điện thoại',
    emails: 'địa chỉ email',
    businesses: 'thông tin doanh nghiệp',
    certificates: 'chứng chỉ hành nghề',
    credentials: 'mật khẩu hoặc mã dùng để đăng nhập',
    sessions: 'phiên đăng nhập',
    history: 'lịch sử hoạt động và địa chỉ IP',
    other: 'dữ liệu khác, nêu ở phần diễn biến',
  },
  en: {
    names: 'names',
    phones: 'phone numbers',
    emails: 'email addresses',
    businesses: 'data of businesses',
    certificates: 'practising certificates',
    credentials: 'passwords or codes for signing in',
    sessions: 'signed-in sessions',
    history: 'activity history and IP addresses',
    other: 'other data, named in the description',
  },
};

const severityNames: Readonly<Record<Locale, Readonly<Record<Severity, string>>>> = {
  vi: { low: 'thấp', medium: 'trung bình', high: 'nghiêm trọng' },
  en: { low: 'low', medium: 'medium', high: 'serious' },
};

const dataOf = (kinds: readonly string[], locale: Locale): string =>
  incidentDataKinds
    .filter((kind) => kinds.includes(kind))
    .map((kind) => dataNames[locale][kind])
    .join(', ');

/** "14:05 ngày 25/11/2026" or "14:05 on 25 November 2026", in the time zone of Vietnam. */
export function vietnamTime(time: Date, locale: Locale): string {
  const zone = { timeZone: 'Asia/Ho_Chi_Minh' };
  const clock = new Intl.DateTimeFormat('en-GB', { ...zone, hour: '2-digit', minute: '2-digit' });
  const day = new Intl.DateTimeFormat('en-GB', {
    ...zone,
    day: 'numeric',
    month: locale === 'vi' ? '2-digit' : 'long',
    year: 'numeric',
    ...(locale === 'vi' && { day: '2-digit' }),
  });
  return `${clock.format(time)} ${locale === 'vi' ? 'ngày' : 'on'} ${day.format(time)}`;
}

const number = (count: number, locale: Locale): string =>
  new Intl.NumberFormat(locale === 'vi' ? 'vi-VN' : 'en-GB').format(count);

/** The lines with the association's contact. A missing value is marked to be filled in. */
function contactOf({ contact }: DraftInput, locale: Locale): string {
  const { name, address, phone, email } = contact;
  const labels =
    locale === 'vi'
      ? { address: 'Địa chỉ', phone: 'Điện thoại', missing: '[ghi rõ]' }
      : { address: 'Address', phone: 'Phone', missing: '[fill in]' };
  return [
    name[locale],
    `${labels.address}: ${address?.[locale] ?? labels.missing}`,
    `${labels.phone}: ${phone === null ? labels.missing : formatNational(phone)}`,
    `Email: ${email ?? labels.missing}`,
  ].join('\n');
}

const authority: Readonly<Record<Locale, (input: DraftInput) => readonly string[]>> = {
  vi: (input) => [
    'THÔNG BÁO VI PHẠM QUY ĐỊNH VỀ BẢO VỆ DỮ LIỆU CÁ NHÂN\n(Điều 23 Luật Bảo vệ dữ liệu cá nhân số 91/2025/QH15)',
    'Kính gửi: Cơ quan chuyên trách bảo vệ dữ liệu cá nhân',
    `1. Bên thông báo\n${contactOf(input, 'vi')}`,
    `2. Vụ việc\n${input.title}\nMã hồ sơ: ${input.id}\nMức độ: ${severityNames.vi[input.severity]}`,
    `3. Thời gian (giờ Việt Nam)\nPhát hiện: ${vietnamTime(input.discoveredAt, 'vi')}\nHạn thông báo 72 giờ: ${vietnamTime(input.dueAt, 'vi')}`,
    ...(input.isLate ? ['Lý do thông báo sau 72 giờ: [ghi rõ]'] : []),
    `4. Diễn biến\n${input.description}`,
    `5. Loại dữ liệu cá nhân liên quan\n${dataOf(input.dataKinds, 'vi')}`,
    `6. Số người bị ảnh hưởng\n${number(input.affected.total, 'vi')} tài khoản, trong đó ${number(input.affected.told, 'vi')} tài khoản đã được thông báo`,
    '7. Hậu quả có thể xảy ra\n[ghi rõ]',
    `8. Biện pháp đã và đang thực hiện\n${input.measures || '[ghi rõ]'}`,
    '9. Người phụ trách bảo vệ dữ liệu cá nhân\n[họ tên, chức vụ, điện thoại]',
  ],
  en: (input) => [
    'NOTICE OF A PERSONAL DATA BREACH\n(Article 23 of the Law on Personal Data Protection, 91/2025/QH15)',
    'To: the authority in charge of personal data protection',
    `1. Notifying party\n${contactOf(input, 'en')}`,
    `2. Incident\n${input.title}\nFile number: ${input.id}\nSeverity: ${severityNames.en[input.severity]}`,
    `3. Time (Vietnam)\nDiscovered: ${vietnamTime(input.discoveredAt, 'en')}\nNotice due within 72 hours: ${vietnamTime(input.dueAt, 'en')}`,
    ...(input.isLate ? ['Reason for a notice after 72 hours: [fill in]'] : []),
    `4. What happened\n${input.description}`,
    `5. Personal data concerned\n${dataOf(input.dataKinds, 'en')}`,
    `6. People affected\n${number(input.affected.total, 'en')} accounts, of which ${number(input.affected.told, 'en')} have been told`,
    '7. Possible consequences\n[fill in]',
    `8. Measures taken\n${input.measures || '[fill in]'}`,
    '9. Person in charge of personal data protection\n[name, position, phone]',
  ],
};

/** Writes a draft of the notice to the authority. What VID cannot know is marked to be filled in. */
export function draftForAuthority(input: DraftInput, locale: Locale): string {
  return `${authority[locale](input).join('\n\n')}\n`;
}

const advice: Readonly<Record<Locale, (input: DraftInput) => string>> = {
  vi: ({ dataKinds }) =>
    dataKinds.includes('credentials') || dataKinds.includes('sessions')
      ? 'Bạn nên đổi mật khẩu và đăng xuất khỏi mọi thiết bị trong trang Bảo mật. Hội không bao giờ hỏi mã OTP của bạn.'
      : 'Hãy cảnh giác với cuộc gọi và tin nhắn tự xưng là Hội. Hội không bao giờ hỏi mã OTP của bạn.',
  en: ({ dataKinds }) =>
    dataKinds.includes('credentials') || dataKinds.includes('sessions')
      ? 'Change your password and sign out of all devices on the Security page. The association never asks for your one-time code.'
      : 'Beware of calls and messages that claim to be from the association. It never asks for your one-time code.',
};

/** Writes a draft of the text for the affected members. */
export function draftForMembers(input: DraftInput, locale: Locale): string {
  const { discoveredAt, description, dataKinds, measures } = input;
  const time = vietnamTime(discoveredAt, locale);
  const parts =
    locale === 'vi'
      ? [
          `Lúc ${time}, Hội phát hiện một sự cố liên quan đến dữ liệu cá nhân của bạn.`,
          `Diễn biến: ${description}`,
          `Dữ liệu liên quan: ${dataOf(dataKinds, 'vi')}.`,
          measures && `Hội đã thực hiện: ${measures}`,
          advice.vi(input),
          contactOf(input, 'vi'),
        ]
      : [
          `At ${time} (Vietnam time) the association discovered an incident that concerns your personal data.`,
          `What happened: ${description}`,
          `Data concerned: ${dataOf(dataKinds, 'en')}.`,
          measures && `What the association did: ${measures}`,
          advice.en(input),
          contactOf(input, 'en'),
        ];
  return parts.filter((part) => part !== '').join('\n\n');
}
