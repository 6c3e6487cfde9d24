import { carrierNames, type Carrier } from '@vid/contract/endpoints/admin/sms-shapes';
import {
  codePurposes,
  isCodePurpose,
  noticeSentence,
  readTextKey,
  textOf,
  type TextId,
} from '@vid/contract/messages/message-texts';
import { areaPaths } from '#navigation/area-paths.ts';
import { getLocale } from '#shared/i18n/i18n.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import type { Translate } from '#shared/i18n/message-types.ts';

export const messagesPath = `${areaPaths.adminParams}/messages`;

export const textGroups = ['code', 'sms', 'subject', 'mail', 'action'] as const;
export type TextGroup = (typeof textGroups)[number];

export function groupOf(id: TextId): TextGroup {
  return textGroups.find((group) => id.startsWith(`${group}.`)) ?? 'code';
}

/** Returns a text's name inside its group: the reported event, or the purpose. */
export function textLabel(t: Translate, id: TextId): string {
  const name = id.slice(id.indexOf('.') + 1);
  const language = textLanguageOf(getLocale());
  if (isCodePurpose(name) && textOf(id).medium === 'code')
    return t('admin.texts.code', { purpose: codePurposes[name][language] });
  return noticeSentence(name, language) ?? t(labels[id] ?? 'admin.texts.code.any');
}

const labels: Readonly<Partial<Record<TextId, (typeof plainLabels)[number]>>> = {
  'sms.recovery-link': 'admin.texts.recovery-link',
  'mail.recovery-link': 'admin.texts.recovery-link',
  'mail.email-confirmation': 'admin.texts.email-confirmation',
  'subject.security': 'admin.texts.subject.security',
  'subject.copy': 'admin.texts.subject.copy',
  'subject.webhook': 'admin.texts.subject.webhook',
  'subject.association': 'admin.texts.subject.association',
  'subject.recovery-link': 'admin.texts.recovery-link',
  'subject.email-confirmation': 'admin.texts.email-confirmation',
  'action.lock': 'admin.texts.action.lock',
  'action.undo': 'admin.texts.action.undo',
  'action.undo-email': 'admin.texts.action.undo-email',
  'action.stop': 'admin.texts.action.stop',
  'action.recovery': 'admin.texts.action.recovery',
  'action.copy': 'admin.texts.action.copy',
  'action.webhook': 'admin.texts.action.webhook',
  'action.association': 'admin.texts.action.association',
};
const plainLabels = [
  'admin.texts.code.any',
  'admin.texts.recovery-link',
  'admin.texts.email-confirmation',
  'admin.texts.subject.security',
  'admin.texts.subject.copy',
  'admin.texts.subject.webhook',
  'admin.texts.subject.association',
  'admin.texts.action.lock',
  'admin.texts.action.undo',
  'admin.texts.action.undo-email',
  'admin.texts.action.stop',
  'admin.texts.action.recovery',
  'admin.texts.action.copy',
  'admin.texts.action.webhook',
  'admin.texts.action.association',
] as const;

/** Returns the label of a changed text, given the parts of a path such as `code.any@viettel.vi`. */
export function nameChangedText(t: Translate, parts: readonly string[]): string {
  return changedTextLabel(t, parts.slice(0, -1).join('.'));
}

export function changedTextLabel(t: Translate, key: string): string {
  const read = readTextKey(key);
  if (!read) return key;
  const { id, carrier } = read;
  const label = `${t(`admin.texts.group.${groupOf(id)}`)}: ${textLabel(t, id)}`;
  return carrier === undefined
    ? label
    : t('admin.texts.carrier', { text: label, carrier: carrierName(t, carrier) });
}

export function carrierName(t: Translate, carrier: Carrier): string {
  return carrier === 'other' ? t('admin.gateways.carrier.other') : carrierNames[carrier];
}
