import { shortId } from '#features/admin/audit/audit-texts.tsx';
import type { Translate } from '#shared/i18n/message-types.ts';

/** An administrator in a sentence: the name, or the end of the account's id. Null once the account is erased. */
export function authorName(
  author: { readonly id: string; readonly name: string | null } | null,
  t: Translate,
): string {
  if (author === null) return t('admin.someone');
  return author.name ?? `${t('admin.audit.account')} ${shortId(author.id)}`;
}
