import { formatTaxCode } from '@vid/contract/tax-code';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { CaseLink, StartButton } from '#features/admin/queue/case-queue.tsx';
import { Badge } from '#shared/ui/display/badge.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { type EnterpriseItem, type QueueListProps, StateBadge, useEnterprises } from './queue.tsx';
import { timeColumn } from './time-column.ts';

export function EnterpriseList({ view, head }: QueueListProps) {
  const t = useT();
  const { query: enterprises, queue, state } = useEnterprises(view);
  const rows = enterprises.data?.items ?? [];
  const sharedCodes = sharedTaxCodes(rows);
  // All rows of the queue have the state that the filter names, so omit the column for the state.
  const isQueue = state === 'declared';
  return (
    <>
      {head(enterprises.data?.count, <StartButton queue={queue} />)}
      <ListTable
        query={enterprises}
        view={view}
        caption={t('admin.queue.enterprises')}
        columns={columnsOf(sharedCodes, !isQueue)}
        rowKey={({ id }) => id}
        empty={{
          icon: 'success',
          title: t('admin.queue.enterprises.none'),
          lead: t('admin.queue.enterprises.none.text'),
        }}
      />
    </>
  );
}

function columnsOf(sharedCodes: ReadonlySet<string>, hasState: boolean): readonly Column<EnterpriseItem>[] {
  const stateColumn: Column<EnterpriseItem> = {
    title: 'list.status',
    cell: ({ state }) => <StateBadge state={state} />,
  };
  return [
    { title: 'account.enterprise.name', cell: (row) => <Name enterprise={row} /> },
    {
      title: 'account.enterprise.taxCode',
      card: 'plain',
      cell: (enterprise) => <TaxCode enterprise={enterprise} sharedCodes={sharedCodes} />,
    },
    {
      title: 'account.enterprise.representative',
      cell: ({ representative }, t) => <bdi>{representative ?? t('common.none')}</bdi>,
    },
    ...(hasState ? [stateColumn] : []),
    timeColumn(hasState ? 'decided' : 'waiting'),
  ];
}

function sharedTaxCodes(rows: readonly EnterpriseItem[]): ReadonlySet<string> {
  const codes = rows.flatMap(({ taxCode }) => taxCode ?? []);
  return new Set(codes.filter((code, index) => codes.indexOf(code) !== index));
}

function Name({ enterprise: { id, name, shortName } }: { enterprise: EnterpriseItem }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <CaseLink to={pathTo(areaPaths.adminEnterprise, { accountId: id })} name={name} />
      {shortName && <bdi className="text-sm wrap-anywhere text-muted">{shortName}</bdi>}
    </span>
  );
}

type Props = { enterprise: EnterpriseItem; sharedCodes: ReadonlySet<string> };

function TaxCode({ enterprise: { taxCode, taxCodeVerdict }, sharedCodes }: Props) {
  const t = useT();
  if (taxCode === null) return <>{t('common.none')}</>;
  return (
    <span className="flex flex-wrap items-center gap-2 xl:flex-nowrap">
      <bdi dir="ltr" className="digits whitespace-nowrap">
        {formatTaxCode(taxCode)}
      </bdi>
      {(taxCodeVerdict === 'unverified' || taxCodeVerdict === 'malformed') && (
        <Badge tone="accent" icon="alert" text={`admin.queue.taxCode.${taxCodeVerdict}`} />
      )}
      {sharedCodes.has(taxCode) && (
        <span title={t('admin.queue.taxCode.shared.title')}>
          <Badge tone="accent" icon="alert" text="admin.queue.taxCode.shared" />
        </span>
      )}
    </span>
  );
}
