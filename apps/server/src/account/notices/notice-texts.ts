import { withoutDiacritics } from '@vid/contract/brand/names';
import type { Locale } from '@vid/contract/limits';
import {
  decisionPage,
  noticeFrames,
  noticeOf,
  type AssociationNoticeKind,
  type NoticeKind,
} from '@vid/contract/messages/notices';
import { say, type Words } from '@vid/contract/messages/words';
import { shortVietnamTime, vietnamTime } from '#lib/text/vietnam-time.ts';
import type { MailContent, MailLine, SmsContent } from '#platform/messages/messages.ts';

/** Returns whether a notice only repeats news that the page behind its link shows. */
export function isInformation(kind: NoticeKind | AssociationNoticeKind): boolean {
  return noticeOf(kind).frame === 'webhook';
}

export function hasLockLink(kind: NoticeKind | AssociationNoticeKind): boolean {
  return noticeOf(kind).frame === undefined;
}

/** Returns the kind of notice that reports the same change with a link that locks the account. */
export function lockingKind(kind: NoticeKind): NoticeKind {
  if (kind === 'phone-replaced') return 'phone-changed';
  return kind === 'email-replaced' ? 'email-changed' : kind;
}

/**
 * Returns the link of a notice about account recovery or a data copy, which needs no secret; undefined for
 * other notices.
 */
export function harmlessNoticeLink(kind: NoticeKind, origin: string): string | undefined {
  const { frame } = noticeOf(kind);
  if (frame === 'recovery') return `${origin}/vid/web/recovery`;
  return frame === 'copy' ? `${origin}/vid/web/user/privacy/copies` : undefined;
}

export function associationNoticeLink(kind: AssociationNoticeKind, origin: string): string {
  return `${origin}/vid/web${decisionPage(kind)}`;
}

/**
 * Returns an SMS. The device, place and time of the change are named as far as they need no extra message
 * part. `count` is the number of changes that a joined notice reports.
 */
export function smsNotice(
  kind: NoticeKind | AssociationNoticeKind,
  link: string,
  { count = 1, origin }: { readonly count?: number; readonly origin?: Origin | undefined } = {},
): SmsContent {
  return {
    text: `sms.${kind}`,
    values: { link, count: String(count) },
    ...(origin && { origins: shortOrigins(origin) }),
  };
}

function shortOrigins({ device, place = '', at }: Origin): string[] {
  const time = shortVietnamTime(at);
  return [[device, place, time], [device, time], [time]].map(
    (parts) => ` (${withoutDiacritics(parts.filter((part) => part !== '').join(', '))})`,
  );
}

/**
 * Returns an e-mail. `detail` holds paragraphs of lines: the origin of the change, the list of joined
 * changes, an administrator's text or a date.
 */
export function mailNotice(
  kind: NoticeKind | AssociationNoticeKind,
  { link, detail }: { readonly link: string; readonly detail: readonly (readonly MailLine[])[] },
): MailContent {
  const { frame = 'lock' } = noticeOf(kind);
  return {
    subject: `subject.${noticeFrames[frame].subject}`,
    body: [[{ text: `mail.${kind}` }], ...detail, [{ text: `action.${frame}`, values: { link } }]],
  };
}

const originLines = {
  at: { vi: 'Thời gian: {at}', en: 'Time: {at}' },
  device: { vi: 'Thiết bị: {device}', en: 'Device: {device}' },
  place: { vi: 'Địa điểm: {place}', en: 'Location: {place}' },
  address: { vi: 'Địa chỉ IP: {address}', en: 'IP address: {address}' },
} as const satisfies Words;

export type Origin = {
  readonly device: string;
  readonly address: string;
  readonly place: string | undefined;
  readonly at: Date;
};

export function describeOrigin({ device, address, place = '', at }: Origin, locale: Locale): string {
  const lines = [
    say(originLines.at, locale, { at: vietnamTime(at, locale) }),
    device && say(originLines.device, locale, { device }),
    place && say(originLines.place, locale, { place }),
    address && say(originLines.address, locale, { address }),
  ];
  return lines.filter((line) => line !== '').join('\n');
}
