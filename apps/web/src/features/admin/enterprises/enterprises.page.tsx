import type { ReactNode } from 'react';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { FilterBar } from '#shared/ui/list/filter-bar.tsx';
import { ListHeader } from '#shared/ui/list/list-header.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { QueueTabs } from '#features/admin/attention/queue-tabs.tsx';
import { CertificateList } from './certificate-list.tsx';
import { EnterpriseList } from './enterprise-list.tsx';
import { queueFilters } from './queue.tsx';

const states = {
  enterprises: ['verified', 'refused'],
  certificates: ['confirmed', 'expired', 'refused'],
} as const;

export function EnterprisesPage() {
  const t = useT();
  const view = useListView(queueFilters);
  const attention = useRead('GET /vid/api/admin/attention', {});
  const queue = view.filters.queue === 'certificates' ? 'certificates' : 'enterprises';
  const isFiltered = view.search !== '' || view.filters.state !== '';
  const head = (count: number | null | undefined, start: ReactNode) => (
    <>
      <ListHeader
        title={t('admin.queue.title')}
        // The tabs already show the numbers of waiting cases.
        count={isFiltered ? count : undefined}
        isFiltered={isFiltered}
        lead={t('admin.queue.lead')}
        actions={start}
      />
      <QueueTabs
        label={t('admin.queue.tabs')}
        tabs={[
          {
            key: 'enterprises',
            label: t('admin.queue.enterprises'),
            to: areaPaths.adminEnterprises,
            count: attention.data?.enterprises,
          },
          {
            key: 'certificates',
            label: t('admin.queue.certificates'),
            to: pathTo(areaPaths.adminEnterprises, {}, { queue: 'certificates' }),
            count: attention.data?.certificates,
          },
        ]}
        current={queue}
      />
      <FilterBar
        // Remount the filters, because each queue has different states.
        key={queue}
        view={view}
        search={t(`admin.queue.search.${queue}`)}
        filters={[
          {
            name: 'state',
            label: t('list.status'),
            initial: t('admin.queue.state.declared'),
            options: states[queue].map((value) => ({ value, label: t(`admin.queue.state.${value}`) })),
          },
        ]}
      />
    </>
  );
  const QueueList = queue === 'enterprises' ? EnterpriseList : CertificateList;
  return <QueueList view={view} head={head} />;
}
