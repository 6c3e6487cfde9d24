import { formatTaxCode } from '@vid/contract/tax-code';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { TextLink } from '#shared/ui/button.tsx';
import { ListTable } from '#shared/ui/list/list-table.tsx';
import type { Column } from '#shared/ui/page/table-card.tsx';
import type { EnterpriseItem, QueueView } from './queue.ts';
import { StateBadge } from './state-badges.tsx';

export function EnterpriseList({ view }: { view: QueueView }) {
  const t = useT();
  const { state } = view.filters;
  const { queue: _tab, state: _state, ...page } = view.query;
  const enterprises = useRead('POST /vid/api/admin/enterprises/search', {
    body: { ...page, ...((state === 'verified' || state === 'refused') && { state }) },
  });
  const rows = enterprises.data?.items ?? [];
  const sharedCodes = sharedTaxCodes(rows);
  // If every row is waiting for a decision, the rows need no state, because the filter names it.
  const isQueue = rows.every((enterprise) => enterprise.state === 'declared');
  return (
    <ListTable
      query={enterprises}
      view={view}
      caption={t('admin.queue.enterprises')}
      columns={columnsOf(t, sharedCodes, !isQueue)}
      rowKey={({ id }) => id}
      renderCard={(enterprise) => (
        <div className="grid justify-items-start gap-2">
          <Name enterprise={enterprise} />
          <TaxCode enterprise={enterprise} sharedCodes={sharedCodes} />
          {!isQueue && <StateBadge state={enterprise.state} />}
        </div>
      )}
      failed={t('admin.queue.failed')}
      empty={{
        icon: 'success',
        title: t('admin.queue.enterprises.none'),
        children: t('admin.queue.enterprises.none.text'),
      }}
    />
  );
}

function sharedTaxCodes(rows: readonly EnterpriseItem[]): ReadonlySet<string> {
  const codes = rows.flatMap(({ taxCode }) => taxCode ?? []);
  return new Set(codes.filter((code, index) => codes.indexOf(code) !== index));
}

function columnsOf(
  t: Translate,
  sharedCodes: ReadonlySet<string>,
  hasState: boolean,
): readonly Column<EnterpriseItem>[] {
  const stateColumn: Column<EnterpriseItem> = {
    title: t('admin.accounts.status'),
    cell: ({ state }) => <StateBadge state={state} />,
  };
  return [
    { title: t('account.enterprise.name'), cell: (row) => <Name enterprise={row} /> },
    {
      title: t('account.enterprise.taxCode'),
      cell: (enterprise) => <TaxCode enterprise={enterprise} sharedCodes={sharedCodes} />,
    },
    {
      title: t('account.enterprise.representative'),
      cell: ({ representative }) => <bdi>{representative ?? t('common.none')}</bdi>,
    },
    ...(hasState ? [stateColumn] : []),
    {
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
