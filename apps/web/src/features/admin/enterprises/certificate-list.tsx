import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { formatDateTime, formatDay } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { ListState } from '#shared/ui/list/list-state.tsx';
import { Pager } from '#shared/ui/list/pager.tsx';
import { type Column, TableCard } from '#shared/ui/page/table-card.tsx';
import { useAllProvinces } from '#state/labels.ts';
import type { QueueView } from './queue-view.ts';
import { type CertificateItem, useCertificates } from './queue.ts';
import { StateBadge } from './state-badges.tsx';

export function CertificateList({ view }: { view: QueueView }) {
  const t = useT();
  const { state } = view.filters;
  const certificates = useCertificates({
    ...((state === 'confirmed' || state === 'expired' || state === 'refused') && { status: state }),
    ...(view.search !== '' && { search: view.search }),
    ...(view.after !== undefined && { after: view.after }),
  });
  const { data } = certificates;
  const rows = data?.items ?? [];
  // If every row waits, the filter already says so.
  const isQueue = rows.every(({ status }) => status === 'declared');
  const columns = useColumns().filter(({ key }) => key !== 'status' || !isQueue);
  return (
    <>
      <TableCard
        caption={t('admin.queue.certificates')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        renderCard={(certificate) => (
          <div className="grid justify-items-start gap-2">
            <Broker certificate={certificate} />
            {!isQueue && <StateBadge state={certificate.status} />}
          </div>
        )}
        empty={
          <ListState
            query={certificates}
            // The tab does not count as a filter.
            view={{ ...view, isFiltered: view.search !== '' || state !== '' }}
            failed={t('admin.queue.failed')}
            empty={
              <EmptyState icon="success" title={t('admin.queue.certificates.none')}>
                {t('admin.queue.certificates.none.text')}
              </EmptyState>
            }
          />
        }
      />
      <Pager view={view} next={data?.next ?? null} isBusy={certificates.isPlaceholderData} />
    </>
  );
}

function useColumns(): readonly Column<CertificateItem>[] {
  const t = useT();
  const provinces = useAllProvinces();
  return [
    {
      key: 'broker',
      title: t('admin.queue.broker'),
      cell: (certificate) => <Broker certificate={certificate} />,
    },
    {
      key: 'province',
      title: t('profile.certificate.province'),
      cell: ({ province }) => provinces.find(({ value }) => value === province)?.label ?? province,
    },
    {
      key: 'employer',
      title: t('profile.certificate.employer'),
      cell: ({ employerName }) => <bdi>{employerName ?? t('common.none')}</bdi>,
    },
    {
      key: 'expires',
      title: t('profile.certificate.expiresOn'),
      cell: ({ expiresOn }) => (expiresOn === null ? t('profile.certificate.forever') : formatDay(expiresOn)),
      isDigits: true,
    },
    {
      key: 'status',
      title: t('admin.accounts.status'),
      cell: ({ status }) => <StateBadge state={status} />,
    },
    {
      key: 'at',
      title: t('admin.queue.at'),
      cell: ({ status, checkedAt, declaredAt }) =>
        formatDateTime(status === 'declared' ? declaredAt : (checkedAt ?? declaredAt)),
      isDigits: true,
    },
  ];
}

function Broker({ certificate: { id, name, number } }: { certificate: CertificateItem }) {
  const t = useT();
  return (
    <span className="block min-w-48">
      <TextLink isPlain to={pathTo(areaPaths.adminCertificate, { accountId: id })} className="wrap-anywhere">
        <bdi>{name ?? t('admin.unnamed')}</bdi>
      </TextLink>
      <bdi className="block text-sm wrap-anywhere text-muted">{number}</bdi>
    </span>
  );
}
