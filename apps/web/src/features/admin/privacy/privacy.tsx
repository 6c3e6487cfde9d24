import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { api } from '#shared/api/api.ts';
import { useChange } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type RequestItem = Answer<'POST /vid/api/admin/privacy/requests/search'>['items'][number];
export type RequestDetail = Answer<'GET /vid/api/admin/privacy/requests/:requestId'>;

export const pathOf = (requestId: string): string => pathTo(areaPaths.adminPrivacyRequest, { requestId });

export type Act =
  | { readonly kind: 'answer' | 'done' | 'declined'; readonly text: string }
  | { readonly kind: 'extend'; readonly days: number; readonly text: string };

/** Replies to a request, extends or closes it. The member reads the text. */
export function useActOnRequest(requestId: string) {
  const params = { requestId };
  return useChange(
    (act: Act) => {
      const { kind, text } = act;
      if (kind === 'answer')
        return api.post('/vid/api/admin/privacy/requests/:requestId/answer', { params, body: { text } });
      if (kind === 'extend')
        return api.post('/vid/api/admin/privacy/requests/:requestId/extend', {
          params,
          body: { days: act.days, reason: text },
        });
      return api.post('/vid/api/admin/privacy/requests/:requestId/close', {
        params,
        body: { outcome: kind, text },
      });
    },
    'admin/privacy',
    'admin/attention',
  );
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
