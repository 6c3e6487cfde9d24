import { formatTaxCode } from '@vid/contract/tax-code';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { TextLink } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { ListState } from '#shared/ui/list/list-state.tsx';
import { Pager } from '#shared/ui/list/pager.tsx';
import { type Column, TableCard } from '#shared/ui/page/table-card.tsx';
import type { QueueView } from './queue-view.ts';
import { type EnterpriseItem, useEnterprises } from './queue.ts';
import { StateBadge } from './state-badges.tsx';

export function EnterpriseList({ view }: { view: QueueView }) {
  const t = useT();
  const { state } = view.filters;
  const enterprises = useEnterprises({
    ...((state === 'verified' || state === 'refused') && { state }),
    ...(view.search !== '' && { search: view.search }),
    ...(view.after !== undefined && { after: view.after }),
  });
  const { data } = enterprises;
  const rows = data?.items ?? [];
  const sharedCodes = sharedTaxCodes(rows);
  // If every row waits, the filter already says so.
  const isQueue = rows.every((enterprise) => enterprise.state === 'declared');
  return (
    <>
      <TableCard
        caption={t('admin.queue.enterprises')}
        columns={columnsOf(t, sharedCodes).filter(({ key }) => key !== 'state' || !isQueue)}
        rows={rows}
        rowKey={({ id }) => id}
        renderCard={(enterprise) => (
          <div className="grid justify-items-start gap-2">
            <Name enterprise={enterprise} />
            <TaxCode enterprise={enterprise} sharedCodes={sharedCodes} />
            {!isQueue && <StateBadge state={enterprise.state} />}
          </div>
        )}
        empty={
          <ListState
            query={enterprises}
            view={view}
            failed={t('admin.queue.failed')}
            empty={
              <EmptyState icon="success" title={t('admin.queue.enterprises.none')}>
                {t('admin.queue.enterprises.none.text')}
              </EmptyState>
            }
          />
        }
      />
      <Pager view={view} next={data?.next ?? null} isBusy={enterprises.isPlaceholderData} />
    </>
  );
}

function sharedTaxCodes(rows: readonly EnterpriseItem[]): ReadonlySet<string> {
  const codes = rows.flatMap(({ taxCode }) => taxCode ?? []);
  return new Set(codes.filter((code, index) => codes.indexOf(code) !== index));
}

function columnsOf(t: Translate, sharedCodes: ReadonlySet<string>): readonly Column<EnterpriseItem>[] {
  return [
    {
      key: 'name',
      title: t('account.enterprise.name'),
      cell: (enterprise) => <Name enterprise={enterprise} />,
    },
    {
      key: 'taxCode',
      title: t('account.enterprise.taxCode'),
      cell: (enterprise) => <TaxCode enterprise={enterprise} sharedCodes={sharedCodes} />,
    },
    {
      key: 'representative',
      title: t('account.enterprise.representative'),
      cell: ({ representative }) => <bdi>{representative ?? t('common.none')}</bdi>,
    },
    { key: 'state', title: t('admin.accounts.status'), cell: ({ state }) => <StateBadge state={state} /> },
    {
      key: 'at',
      title: t('admin.queue.at'),
      cell: ({ state, checkedAt, declaredAt }) =>
        formatDateTime(state === 'declared' ? declaredAt : (checkedAt ?? declaredAt)),
      isDigits: true,
    },
  ];
}

function Name({ enterprise: { id, name, shortName } }: { enterprise: EnterpriseItem }) {
  const t = useT();
  return (
    <span className="block min-w-48">
      <TextLink isPlain to={pathTo(areaPaths.adminEnterprise, { accountId: id })} className="wrap-anywhere">
        <bdi>{name ?? t('admin.unnamed')}</bdi>
      </TextLink>
      {shortName && <bdi className="block text-sm wrap-anywhere text-muted">{shortName}</bdi>}
    </span>
  );
}

function TaxCode({
  enterprise: { taxCode, taxCodeVerdict },
  sharedCodes,
}: {
  enterprise: EnterpriseItem;
  sharedCodes: ReadonlySet<string>;
}) {
  const t = useT();
  if (taxCode === null) return t('common.none');
  return (
    <span className="flex flex-wrap items-center gap-2">
      <bdi dir="ltr" className="digits whitespace-nowrap">
        {formatTaxCode(taxCode)}
      </bdi>
      {(taxCodeVerdict === 'unverified' || taxCodeVerdict === 'malformed') && (
        <Badge tone="accent" icon="alert">
          {t(`admin.queue.taxCode.${taxCodeVerdict}`)}
        </Badge>
      )}
      {sharedCodes.has(taxCode) && (
        <span title={t('admin.queue.taxCode.shared.title')}>
          <Badge tone="accent" icon="alert">
            {t('admin.queue.taxCode.shared')}
          </Badge>
        </span>
      )}
    </span>
  );
}
