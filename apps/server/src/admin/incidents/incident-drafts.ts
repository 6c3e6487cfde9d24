import { incidentDataKinds, type incidentSeverities } from '@vid/contract/endpoints/admin/incident-shapes';
import type { Locale } from '@vid/contract/limits';
import { say, type Text, type Words } from '@vid/contract/messages/words';
import { formatNational } from '#lib/phone/phone.ts';
import { vietnamTime } from '#lib/text/vietnam-time.ts';

type DataKind = (typeof incidentDataKinds)[number];
type Severity = (typeof incidentSeverities)[number];

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

const dataNames: Words<DataKind> = {
  names: { vi: 'họ và tên', en: 'names' },
  phones: { vi: 'số điện thoại', en: 'phone numbers' },
  emails: { vi: 'địa chỉ email', en: 'email addresses' },
  businesses: { vi: 'thông tin doanh nghiệp', en: 'business information' },
  certificates: { vi: 'chứng chỉ hành nghề', en: 'practising certificates' },
  credentials: { vi: 'mật khẩu hoặc mã dùng để đăng nhập', en: 'passwords or sign-in codes' },
  sessions: { vi: 'phiên đăng nhập', en: 'sessions' },
  history: { vi: 'lịch sử hoạt động và địa chỉ IP', en: 'activity history and IP addresses' },
  other: { vi: 'dữ liệu khác, nêu ở phần diễn biến', en: 'other data, named under “What happened”' },
};

const severityNames: Words<Severity> = {
  low: { vi: 'thấp', en: 'low' },
  medium: { vi: 'trung bình', en: 'medium' },
  high: { vi: 'nghiêm trọng', en: 'serious' },
};

const dataOf = (kinds: readonly string[], locale: Locale): string =>
  incidentDataKinds
    .filter((kind) => kinds.includes(kind))
    .map((kind) => dataNames[kind][locale])
    .join(', ');

const number = (count: number, locale: Locale): string =>
  new Intl.NumberFormat(locale === 'vi' ? 'vi-VN' : 'en-GB').format(count);

const labels = {
  address: { vi: 'Địa chỉ', en: 'Address' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  missing: { vi: '[ghi rõ]', en: '[fill in]' },
} as const satisfies Words;

function contactOf({ contact }: DraftInput, locale: Locale): string {
  const { name, address, phone, email } = contact;
  const missing = labels.missing[locale];
  return [
    name[locale],
    `${labels.address[locale]}: ${address?.[locale] ?? missing}`,
    `${labels.phone[locale]}: ${phone === null ? missing : formatNational(phone)}`,
    `Email: ${email ?? missing}`,
  ].join('\n');
}

const authority = {
  title: {
    vi: 'THÔNG BÁO VI PHẠM QUY ĐỊNH VỀ BẢO VỆ DỮ LIỆU CÁ NHÂN\n(Điều 23 Luật Bảo vệ dữ liệu cá nhân số 91/2025/QH15)',
    en: 'NOTICE OF A PERSONAL DATA BREACH\n(Article 23 of the Law on Personal Data Protection, 91/2025/QH15)',
  },
  receiver: {
    vi: 'Kính gửi: Cơ quan chuyên trách bảo vệ dữ liệu cá nhân',
    en: 'To: the authority in charge of personal data protection',
  },
  sender: { vi: '1. Bên thông báo\n{contact}', en: '1. Notifying party\n{contact}' },
  incident: {
    vi: '2. Vụ việc\n{title}\nMã hồ sơ: {id}\nMức độ: {severity}',
    en: '2. Incident\n{title}\nFile number: {id}\nSeverity: {severity}',
  },
  time: {
    vi: '3. Thời gian (giờ Việt Nam)\nPhát hiện: {discovered}\nHạn thông báo 72 giờ: {due}',
    en: '3. Time (Vietnam time)\nDiscovered: {discovered}\nNotice due within 72 hours: {due}',
  },
  lateness: {
    vi: 'Lý do thông báo sau 72 giờ: [ghi rõ]',
    en: 'Reason for notifying after 72 hours: [fill in]',
  },
  description: { vi: '4. Diễn biến\n{description}', en: '4. What happened\n{description}' },
  data: {
    vi: '5. Loại dữ liệu cá nhân liên quan\n{data}',
    en: '5. Personal data affected\n{data}',
  },
  people: {
    vi: '6. Số người bị ảnh hưởng\n{total} tài khoản, trong đó {told} tài khoản đã được thông báo',
    en: '6. People affected\n{total} accounts, of which {told} have been notified',
  },
  consequences: {
    vi: '7. Hậu quả có thể xảy ra\n[ghi rõ]',
    en: '7. Possible consequences\n[fill in]',
  },
  measures: {
    vi: '8. Biện pháp đã và đang thực hiện\n{measures}',
    en: '8. Measures taken or under way\n{measures}',
  },
  person: {
    vi: '9. Người phụ trách bảo vệ dữ liệu cá nhân\n[họ tên, chức vụ, điện thoại]',
    en: '9. Person in charge of personal data protection\n[name, position, phone]',
  },
} as const satisfies Words;

/** Drafts the notice to the authority. Marks facts that VID cannot know, to be filled in. */
export function draftForAuthority(input: DraftInput, locale: Locale): string {
  const values = {
    contact: contactOf(input, locale),
    title: input.title,
    id: input.id,
    severity: severityNames[input.severity][locale],
    discovered: vietnamTime(input.discoveredAt, locale),
    due: vietnamTime(input.dueAt, locale),
    description: input.description,
    data: dataOf(input.dataKinds, locale),
    total: number(input.affected.total, locale),
    told: number(input.affected.told, locale),
    measures: input.measures || labels.missing[locale],
  };
  const sections = Object.entries(authority).filter(([name]) => name !== 'lateness' || input.isLate);
  return `${sections.map(([, text]) => say(text, locale, values)).join('\n\n')}\n`;
}

const members = {
  discovery: {
    vi: 'Lúc {time}, Hội phát hiện một sự cố liên quan đến dữ liệu cá nhân của bạn.',
    en: 'On {time} (Vietnam time), the association discovered an incident that affects your personal data.',
  },
  description: { vi: 'Diễn biến: {description}', en: 'What happened: {description}' },
  data: { vi: 'Dữ liệu liên quan: {data}.', en: 'Affected data: {data}.' },
  measures: { vi: 'Hội đã thực hiện: {measures}', en: 'What the association has done: {measures}' },
  changePassword: {
    vi: 'Hãy đổi mật khẩu và đăng xuất khỏi mọi thiết bị ở trang Bảo mật. Hội không bao giờ hỏi mã OTP của bạn.',
    en: 'Change your password and sign out everywhere on the Security page. The association never asks for your one-time code.',
  },
  beware: {
    vi: 'Hãy cảnh giác với cuộc gọi và tin nhắn tự xưng là Hội. Hội không bao giờ hỏi mã OTP của bạn.',
    en: 'Beware of calls and messages that claim to be from the association. It never asks for your one-time code.',
  },
  contact: { vi: '{contact}', en: '{contact}' },
} as const satisfies Words;

export function draftForMembers(input: DraftInput, locale: Locale): string {
  const { discoveredAt, description, dataKinds, measures } = input;
  const values = {
    time: vietnamTime(discoveredAt, locale),
    description,
    data: dataOf(dataKinds, locale),
    measures,
    contact: contactOf(input, locale),
  };
  const isAboutSignIn = dataKinds.includes('credentials') || dataKinds.includes('sessions');
  const texts: readonly Text[] = [
    members.discovery,
    members.description,
    members.data,
    ...(measures === '' ? [] : [members.measures]),
    isAboutSignIn ? members.changePassword : members.beware,
    members.contact,
  ];
  return texts.map((text) => say(text, locale, values)).join('\n\n');
}
