import { isMachineClient, shortId } from '#features/admin/audit/audit-texts.tsx';
import type { Translate } from '#shared/i18n/message-types.ts';

/**
 * Names an actor in a sentence: the name, the end of the account's id, or a machine client. Null once the account is
 * erased.
 */
export function authorName(
  author: { readonly id: string; readonly name: string | null } | null,
  t: Translate,
): string {
  if (author === null) return t('admin.someone');
  if (isMachineClient(author.id)) return author.id;
  return author.name ?? `${t('admin.audit.account')} ${shortId(author.id)}`;
}
