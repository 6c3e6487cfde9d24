import type { ReactNode } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { requiredChecks } from '@vid/contract/checks';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { type CaseQueue, useCaseQueue } from '#features/admin/queue/case-queue.tsx';
import { useDecision } from '#features/admin/queue/use-decision.ts';
import { api } from '#shared/api/api.ts';
import { useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import type { useListView } from '#shared/ui/list/use-list-view.ts';

export type EnterpriseItem = Answer<'POST /vid/api/admin/enterprises/search'>['items'][number];
export type EnterpriseDetail = Answer<'GET /vid/api/admin/enterprises/:accountId'>;
export type CertificateItem = Answer<'POST /vid/api/admin/certificates/search'>['items'][number];
export type CertificateDetail = Answer<'GET /vid/api/admin/certificates/:accountId'>;

/** Queues and states that the page's URL can select. */
export const queueFilters = {
  queue: ['certificates'],
  state: ['verified', 'confirmed', 'expired', 'refused'],
} as const;
export type QueueView = ReturnType<typeof useListView<typeof queueFilters>>;

export type QueueListProps = {
  view: QueueView;
  /** Renders the page header with the number of entries and the button that opens the first entry. */
  head: (count: number | null | undefined, start: ReactNode) => ReactNode;
};

/** A null reason approves the data; any other reason refuses it. */
export type Decide = { readonly reason: string | null };

export function useDecideEnterprise({ id: accountId, name, revision }: EnterpriseDetail, queue: CaseQueue) {
  const params = { accountId };
  const checks = [...requiredChecks['enterprise.verified']];
  return useDecision(
    ({ reason }: Decide) =>
      reason === null
        ? api.post('/vid/api/admin/enterprises/:accountId/verify', { params, body: { revision, checks } })
        : api.post('/vid/api/admin/enterprises/:accountId/refuse', { params, body: { revision, reason } }),
    {
      queue,
      path: 'admin/enterprises',
      name,
      done: ({ reason }) => (reason === null ? 'admin.queue.enterprise.approved' : 'admin.queue.refused'),
    },
  );
}

export function useEnterprises(view: QueueView, current?: string) {
  const { queue: _tab, state: filter, ...page } = view.query;
  const state = filter === 'verified' || filter === 'refused' ? filter : 'declared';
  const query = useRead('POST /vid/api/admin/enterprises/search', { body: { ...page, state } });
  const queue = useCaseQueue({
    list: areaPaths.adminEnterprises,
    pathOf: (accountId) => pathTo(areaPaths.adminEnterprise, { accountId }),
    current,
    query,
  });
  return { query, queue, state };
}

export function useDecideCertificate(
  { id: accountId, name, declaredAt, checkedAt }: CertificateDetail,
  queue: CaseQueue,
) {
  const params = { accountId };
  const shown = { declaredAt, checkedAt };
  const checks = [...requiredChecks['certificate.confirmed']];
  return useDecision(
    ({ reason }: Decide) =>
      reason === null
        ? api.post('/vid/api/admin/certificates/:accountId/confirm', { params, body: { ...shown, checks } })
        : api.post('/vid/api/admin/certificates/:accountId/refuse', { params, body: { ...shown, reason } }),
    {
      queue,
      path: 'admin/certificates',
      name,
      done: ({ reason }) => (reason === null ? 'admin.queue.certificate.approved' : 'admin.queue.refused'),
    },
  );
}

export function useCertificates(view: QueueView, current?: string) {
  const { queue: _tab, state: filter, ...page } = view.query;
  const status = filter === 'confirmed' || filter === 'expired' || filter === 'refused' ? filter : 'declared';
  const query = useRead('POST /vid/api/admin/certificates/search', { body: { ...page, status } });
  const queue = useCaseQueue({
    list: pathTo(areaPaths.adminEnterprises, {}, { queue: 'certificates' }),
    pathOf: (accountId) => pathTo(areaPaths.adminCertificate, { accountId }),
    current,
    query,
  });
  return { query, queue, status };
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
