import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type RequestItem = Answer<'POST /vid/api/admin/privacy/requests/search'>['items'][number];
export type RequestDetail = Answer<'GET /vid/api/admin/privacy/requests/:requestId'>;

export const pathOf = (requestId: string): string => pathTo(areaPaths.adminPrivacyRequest, { requestId });

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
