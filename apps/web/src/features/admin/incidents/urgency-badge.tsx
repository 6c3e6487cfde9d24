import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { hoursOf } from './incident-time.ts';
import type { IncidentItem } from './incidents.ts';

const looks = {
  overdue: { tone: 'danger', icon: 'alert' },
  dueSoon: { tone: 'accent', icon: 'alert' },
  inTime: { tone: 'brand' },
  told: { tone: 'success', icon: 'success' },
  toldLate: { tone: 'accent', icon: 'alert' },
  closed: { tone: 'plain' },
} as const;

export function UrgencyBadge({ urgency }: Pick<IncidentItem, 'urgency'>) {
  const t = useT();
  return <Badge {...looks[urgency]}>{t(`admin.incidents.urgency.${urgency}`)}</Badge>;
}

export function TimeLeft({
  incident: { status, secondsLeft, dueAt, closedAt },
}: {
  incident: Pick<IncidentItem, 'status' | 'secondsLeft' | 'dueAt' | 'closedAt'>;
}) {
  const t = useT();
  if (closedAt !== null) return formatDateTime(closedAt);
  if (status !== 'open') return formatDateTime(dueAt);
  return t(secondsLeft < 0 ? 'admin.incidents.late' : 'admin.incidents.left', hoursOf(secondsLeft));
}
