import { CaseLink, StartButton } from '#features/admin/queue/case-queue.tsx';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { formatDay } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { useAllProvinces } from '#state/labels.ts';
import { type CertificateItem, type QueueListProps, StateBadge, useCertificates } from './queue.tsx';
import { timeColumn } from './time-column.ts';

export function CertificateList({ view, head }: QueueListProps) {
  const t = useT();
  const { query: certificates, queue, status } = useCertificates(view);
  // All rows of the queue have the state that the filter names, so omit the column for the state.
  const isQueue = status === 'declared';
  return (
    <>
      {head(certificates.data?.count, <StartButton queue={queue} />)}
      <ListTable
        query={certificates}
        // The selected tab does not count as a filter.
        view={{ ...view, isFiltered: view.search !== '' || view.filters.state !== '' }}
        caption={t('admin.queue.certificates')}
        columns={useColumns(!isQueue)}
        rowKey={({ id }) => id}
        empty={{
          icon: 'success',
          title: t('admin.queue.certificates.none'),
          lead: t('admin.queue.certificates.none.text'),
        }}
      />
    </>
  );
}

function useColumns(hasStatus: boolean): readonly Column<CertificateItem>[] {
  const provinces = useAllProvinces();
  const statusColumn: Column<CertificateItem> = {
    title: 'list.status',
    cell: (row) => <StateBadge state={row.status} />,
  };
  return [
    { title: 'admin.queue.broker', cell: (row) => <Broker certificate={row} /> },
    {
      title: 'profile.certificate.province',
      card: 'plain',
      cell: ({ province }) => provinces.find(({ value }) => value === province)?.label ?? province,
    },
    {
      title: 'profile.certificate.employer',
      cell: ({ employerName }, t) => <bdi>{employerName ?? t('common.none')}</bdi>,
    },
    {
      title: 'profile.certificate.expiresOn',
      cell: ({ expiresOn }, t) =>
        expiresOn === null ? t('profile.certificate.forever') : formatDay(expiresOn),
      isDigits: true,
    },
    ...(hasStatus ? [statusColumn] : []),
    timeColumn(hasStatus ? 'decided' : 'waiting'),
  ];
}

function Broker({ certificate: { id, name, number } }: { certificate: CertificateItem }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <CaseLink to={pathTo(areaPaths.adminCertificate, { accountId: id })} name={name} />
      <bdi className="text-sm wrap-anywhere text-muted">{number}</bdi>
    </span>
  );
}
