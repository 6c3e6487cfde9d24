import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import type { RequestItem } from './privacy.ts';

const looks = {
  overdue: { tone: 'danger', icon: 'alert' },
  dueSoon: { tone: 'accent', icon: 'alert' },
  inTime: { tone: 'plain' },
  closed: { tone: 'success', icon: 'success' },
} as const;

export function UrgencyBadge({ urgency }: Pick<RequestItem, 'urgency'>) {
  const t = useT();
  return <Badge {...looks[urgency]}>{t(`admin.privacy.urgency.${urgency}`)}</Badge>;
}
