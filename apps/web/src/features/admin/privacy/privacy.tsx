import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { useCaseQueue } from '#features/admin/queue/case-queue.tsx';

export type RequestItem = Answer<'POST /vid/api/admin/privacy/requests/search'>['items'][number];
export type RequestDetail = Answer<'GET /vid/api/admin/privacy/requests/:requestId'>;

export const privacyFilters = {
  state: ['overdue', 'closed'],
  kind: ['access', 'correction', 'restriction', 'objection', 'other'],
} as const;

export const pathOf = (requestId: string): string => pathTo(areaPaths.adminPrivacyRequest, { requestId });

export function usePrivacyQueue(current?: string) {
  const view = useListView(privacyFilters);
  const query = useRead('POST /vid/api/admin/privacy/requests/search', { body: view.query });
  const queue = useCaseQueue({ list: areaPaths.adminPrivacy, pathOf, current, query });
  return { view, query, queue };
}

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

export function Due({ request: { status, nextDueAt } }: { request: RequestItem }) {
  const t = useT();
  if (nextDueAt === null) return <>{t('common.none')}</>;
  const time = formatDateTime(nextDueAt);
  return <>{t(status === 'open' ? 'admin.privacy.due.reply' : 'admin.privacy.due.carryOut', { time })}</>;
}

const hourSeconds = 3_600;
const maxHours = 72;

export function TimeLeft({ secondsLeft }: { secondsLeft: number }) {
  const t = useT();
  const hours = Math.floor(Math.abs(secondsLeft) / hourSeconds);
  const isLate = secondsLeft < 0;
  if (hours <= maxHours)
    return <>{t(isLate ? 'admin.privacy.left.lateHours' : 'admin.privacy.left.hours', { count: hours })}</>;
  const count = Math.floor(hours / 24);
  return <>{t(isLate ? 'admin.privacy.left.lateDays' : 'admin.privacy.left.days', { count })}</>;
}
