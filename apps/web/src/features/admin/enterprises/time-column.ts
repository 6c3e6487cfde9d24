import { formatDateTime } from '#shared/i18n/format.ts';
import type { Column } from '#shared/ui/list/list-table.tsx';

type Times = { readonly declaredAt: string; readonly checkedAt: string | null };

export function timeColumn<Item extends Times>(entries: 'waiting' | 'decided'): Column<Item> {
  return {
    title: entries === 'waiting' ? 'admin.queue.waitingSince' : 'admin.queue.decidedAt',
    cell: ({ declaredAt, checkedAt }, t) => {
      const at = entries === 'waiting' ? declaredAt : checkedAt;
      return at === null ? t('common.none') : formatDateTime(at);
    },
    isDigits: true,
    card: 'named',
  };
}
