import { carriers, type Carrier } from '../endpoints/admin/sms-shapes.ts';
import {
  associationNoticeKinds,
  isDecision,
  isNoticeKind,
  mailSubjects,
  noticeFrames,
  noticeKinds,
  noticeOf,
  type AssociationNoticeKind,
  type MailSubject,
  type NoticeFrame,
  type NoticeKind,
} from './notices.ts';
import type { Text } from './words.ts';

/** Values of `{{purpose}}`, which an SMS contains without diacritics. */
export const codePurposes = {
  signup: { vi: 'đăng ký tài khoản', en: 'to create your account' },
  signin: { vi: 'đăng nhập', en: 'to sign in' },
  'forget-password': { vi: 'đặt lại mật khẩu', en: 'to reset your password' },
  social: { vi: 'liên kết mạng xã hội', en: 'to link your social account' },
  'phone-change': { vi: 'đổi số điện thoại', en: 'to change your phone number' },
  recovery: { vi: 'khôi phục tài khoản', en: 'to recover your account' },
  reauthenticate: { vi: 'xác nhận danh tính', en: 'to confirm your identity' },
} as const satisfies Readonly<Record<string, Text>>;
export type CodePurpose = keyof typeof codePurposes;

type AnyNotice = NoticeKind | AssociationNoticeKind;

/**
 * The texts that administrators may change: the SMS of codes and notices, and the subjects, main texts (`mail`) and
 * last paragraphs with the link (`action`) of e-mails. A purpose without a separate text uses `code.any`.
 */
export type CodeTextId = `code.${'any' | CodePurpose}`;
export type SmsTextId = `sms.${AnyNotice | 'recovery-link'}`;
export type SubjectId = `subject.${MailSubject}`;
export type MailTextId =
  | `mail.${AnyNotice | 'recovery-link' | 'email-confirmation'}`
  | `action.${NoticeFrame}`;
export type TextId = CodeTextId | SmsTextId | SubjectId | MailTextId;

export type MessageText = {
  readonly builtIn: Text;
  readonly medium: 'code' | 'sms' | 'subject' | 'mail';
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Text used until an administrator changes this text. */
  readonly parent?: TextId;
};

/**
 * Last line of an SMS with a code, which makes browsers offer the code on VID’s pages only (WICG origin-bound one-time
 * codes).
 */
export const browserLine = '@{{host}} #{{code}}';

const code: MessageText = {
  medium: 'code',
  required: ['code'],
  optional: ['name', 'purpose', 'minutes', 'host'],
  builtIn: {
    vi: `{{name}}: {{code}} la ma OTP {{purpose}}, hieu luc {{minutes}} phut. Khong chia se ma nay voi bat ky ai.\n${browserLine}`,
    en: `{{name}}: {{code}} is your code {{purpose}}, valid for {{minutes}} minutes. Do not share it.\n${browserLine}`,
  },
};

/** Prefixes the sentence with the association's name, unless the sentence begins with it. */
const signed = (sentence: string): string =>
  sentence.startsWith('{{name}}') ? sentence : `{{name}}: ${sentence}`;

function smsNotice(kind: AnyNotice): MessageText {
  const { frame = 'lock', ...texts } = noticeOf(kind);
  const hasOrigin = !isDecision(kind);
  const builtIn = (locale: 'vi' | 'en'): string => {
    const { sms } = texts[locale];
    return `${signed(hasOrigin ? sms.replace(/\.$/u, '{{origin}}.') : sms)} ${noticeFrames[frame].sms[locale]}{{link}}`;
  };
  return {
    medium: 'sms',
    required: ['link'],
    optional: ['name', ...(hasOrigin ? ['origin'] : []), ...(kind.startsWith('several-') ? ['count'] : [])],
    builtIn: { vi: builtIn('vi'), en: builtIn('en') },
  };
}

function mailNotice(kind: AnyNotice): MessageText {
  const { vi, en } = noticeOf(kind);
  return { medium: 'mail', required: [], optional: ['name'], builtIn: { vi: vi.mail, en: en.mail } };
}

const notices: readonly AnyNotice[] = [...noticeKinds, ...associationNoticeKinds];

const byId: ReadonlyMap<string, MessageText> = new Map<TextId, MessageText>([
  ['code.any', code],
  ...Object.keys(codePurposes).map(
    (purpose) => [codeTextOf(purpose), { ...code, parent: 'code.any' }] as const,
  ),
  ...notices.map((kind) => [`sms.${kind}`, smsNotice(kind)] as const),
  [
    'sms.recovery-link',
    {
      medium: 'sms',
      required: ['link'],
      optional: ['name'],
      builtIn: {
        vi: '{{name}}: Dat mat khau moi tai day: {{link}}',
        en: '{{name}}: Set a new password here: {{link}}',
      },
    },
  ],
  ...entriesOf(mailSubjects).map(
    ([name, builtIn]) =>
      [`subject.${name}`, { medium: 'subject', required: [], optional: ['name'], builtIn }] as const,
  ),
  ...notices.map((kind) => [`mail.${kind}`, mailNotice(kind)] as const),
  ...entriesOf(noticeFrames).map(
    ([name, { mail }]) =>
      [`action.${name}`, { medium: 'mail', required: ['link'], optional: ['name'], builtIn: mail }] as const,
  ),
  [
    'mail.recovery-link',
    {
      medium: 'mail',
      required: ['link'],
      optional: ['name'],
      builtIn: {
        vi: `Thời gian chờ 72 giờ đã hết. Hãy mở liên kết sau trong vòng 48 giờ để đặt mật khẩu và số điện thoại mới:
{{link}}

Nếu không phải bạn yêu cầu, hãy đăng nhập và hủy yêu cầu khôi phục, hoặc liên hệ {{name}}.`,
        en: `The 72-hour wait is over. Open this link within 48 hours to set a new password and phone number:
{{link}}

If you didn’t request this, sign in and cancel the recovery, or contact {{name}}.`,
      },
    },
  ],
  [
    'mail.email-confirmation',
    {
      medium: 'mail',
      required: ['link'],
      // The phone is masked, because the mail may reach another person.
      optional: ['name', 'phone'],
      builtIn: {
        vi: `Tài khoản {{name}} có số điện thoại {{phone}} vừa khai báo địa chỉ email này. Nếu đó là bạn, hãy mở liên kết sau để xác nhận:
{{link}}

Liên kết có hiệu lực trong 24 giờ. Nếu không phải bạn, hãy bỏ qua thư này; địa chỉ của bạn sẽ không được xác nhận.`,
        en: `This email address was entered for the {{name}} account with the phone number {{phone}}. If this was you, open this link to confirm it:
{{link}}

The link is valid for 24 hours. If this wasn’t you, ignore this email and the address won’t be confirmed.`,
      },
    },
  ],
]);

function entriesOf<K extends string, V>(table: Readonly<Record<K, V>>): [K, V][] {
  // oxlint-disable-next-line no-unsafe-type-assertion -- the tables of this folder have no other keys
  return Object.entries(table) as [K, V][];
}

export const textIds: readonly TextId[] = [...byId.keys()].filter(isTextId);

export function isTextId(id: string): id is TextId {
  return byId.has(id);
}

export function textOf(id: TextId): MessageText {
  const text = byId.get(id);
  if (!text) throw new Error(`there is no text ${id}`);
  return text;
}

export function codeTextOf(purpose: string): CodeTextId {
  return isCodePurpose(purpose) ? `code.${purpose}` : 'code.any';
}

export function isCodePurpose(purpose: string): purpose is CodePurpose {
  return Object.hasOwn(codePurposes, purpose);
}

/**
 * Reads the key of a changed text: the id of a text, and for an SMS also a carrier, such as
 * `code.any@viettel`. Returns undefined for an unknown key.
 */
export function readTextKey(
  key: string,
): { readonly id: TextId; readonly carrier: Carrier | undefined } | undefined {
  const [id = '', name, ...rest] = key.split('@');
  if (!isTextId(id) || rest.length > 0) return undefined;
  if (name === undefined) return { id, carrier: undefined };
  const carrier = carriers.find((known) => known === name);
  return carrier !== undefined && isSms(id) ? { id, carrier } : undefined;
}

export const isSms = (id: TextId): boolean => ['code', 'sms'].includes(textOf(id).medium);

/** Returns the main text of a notice's e-mail, or undefined for any other message. */
export function noticeSentence(kind: string, locale: 'vi' | 'en'): string | undefined {
  if (!isNoticeKind(kind)) return undefined;
  return noticeOf(kind)[locale].mail.replaceAll('{{name}}', locale === 'vi' ? 'Hội' : 'The association');
}
