import type { ReactNode } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { api } from '#shared/api/api.ts';
import { useChange } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import type { useListView } from '#shared/ui/list/use-list-view.ts';

export type EnterpriseItem = Answer<'POST /vid/api/admin/enterprises/search'>['items'][number];
export type EnterpriseDetail = Answer<'GET /vid/api/admin/enterprises/:accountId'>;
export type CertificateItem = Answer<'POST /vid/api/admin/certificates/search'>['items'][number];
export type CertificateDetail = Answer<'GET /vid/api/admin/certificates/:accountId'>;

/** The queue, filter and position in the address of the page. */
export const queueFilters = {
  queue: ['certificates'],
  state: ['verified', 'confirmed', 'expired', 'refused'],
} as const;
export type QueueView = ReturnType<typeof useListView<typeof queueFilters>>;

export type QueueListProps = {
  view: QueueView;
  /** Shows the header of the page, with the number of entries. */
  head: (count: number | null | undefined) => ReactNode;
};

/** A null reason approves the data; any other reason refuses the data. */
type Decide = { readonly reason: string | null };

export function useDecideEnterprise({ id: accountId, revision }: EnterpriseDetail) {
  const params = { accountId };
  return useChange(
    ({ reason }: Decide) =>
      reason === null
        ? api.post('/vid/api/admin/enterprises/:accountId/verify', { params, body: { revision } })
        : api.post('/vid/api/admin/enterprises/:accountId/refuse', { params, body: { revision, reason } }),
    'admin/enterprises',
    'admin/attention',
  );
}

export function useDecideCertificate({ id: accountId, declaredAt, checkedAt }: CertificateDetail) {
  const params = { accountId };
  const shown = { declaredAt, checkedAt };
  return useChange(
    ({ reason }: Decide) =>
      reason === null
        ? api.post('/vid/api/admin/certificates/:accountId/confirm', { params, body: shown })
        : api.post('/vid/api/admin/certificates/:accountId/refuse', { params, body: { ...shown, reason } }),
    'admin/certificates',
    'admin/attention',
  );
}

const looks = {
  declared: { tone: 'brand' },
  verified: { tone: 'success', icon: 'success' },
  confirmed: { tone: 'success', icon: 'success' },
  expired: { tone: 'accent', icon: 'alert' },
  refused: { tone: 'danger', icon: 'alert' },
} as const;

export function StateBadge({ state }: { state: EnterpriseItem['state'] | CertificateItem['status'] }) {
  const t = useT();
  return <Badge {...looks[state]}>{t(`admin.queue.state.${state}`)}</Badge>;
}
