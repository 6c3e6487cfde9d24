import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ViewFilter } from '#shared/ui/list/filter-select.tsx';
import { SearchField } from '#shared/ui/list/search-field.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { PageHeader } from '#shared/ui/page/page.tsx';
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
  return (
    <>
      <PageHeader title={t('admin.queue.title')} lead={t('admin.queue.lead')} />
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
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchField label={t(`admin.queue.search.${queue}`)} view={view} />
        <ViewFilter
          view={view}
          name="state"
          label={t('list.status')}
          all={t('admin.queue.state.declared')}
          options={states[queue].map((value) => ({ value, label: t(`admin.queue.state.${value}`) }))}
        />
      </div>
      {queue === 'enterprises' ? <EnterpriseList view={view} /> : <CertificateList view={view} />}
    </>
  );
}
