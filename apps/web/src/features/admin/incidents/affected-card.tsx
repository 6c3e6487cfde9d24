import { Suspense, useState } from 'react';
import { api } from '#shared/api/api.ts';
import { CsvButton } from '#shared/ui/list/csv-button.tsx';
import { useRead, useSend } from '#shared/api/queries.ts';
import { formatDateTime, formatNumber } from '#shared/i18n/format.ts';
import { nameOf } from '#shared/ui/display/person.tsx';
import { neededPart } from '#navigation/lazy-part.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button } from '#shared/ui/controls/button.tsx';
import { FilterBar } from '#shared/ui/list/filter-bar.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { BulkBar, useSelection } from '#shared/ui/list/selection.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { Phone, Time } from '#shared/ui/display/values.tsx';
import { AccountLink } from '#features/admin/accounts/account-menu.tsx';
import type { Affected } from './add-affected.tsx';
import { type IncidentDetail, stale } from './incidents.tsx';
import { Failure } from '#shared/ui/feedback/load-state.tsx';

const AddAffected = neededPart(() => import('./add-affected.tsx'), 'AddAffected');

const filters = { told: ['waiting'] } as const;

export function AffectedCard({ incident }: { incident: IncidentDetail }) {
  const t = useT();
  const [isAdding, setIsAdding] = useState(false);
  const isOpen = incident.status !== 'closed';
  return (
    <section aria-label={t('admin.incidents.affected')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">
          {t('admin.incidents.affected')}{' '}
          <span className="digits font-normal text-muted">{formatNumber(incident.affected.total)}</span>
        </h2>
        <div className="flex flex-wrap gap-3">
          <CsvButton
            name={incident.id}
            read={(body) =>
              api.post('/vid/api/admin/incidents/:incidentId/accounts/export', {
                params: { incidentId: incident.id },
                body,
              })
            }
          />
          {isOpen && (
            <Button look="secondary" aria-expanded={isAdding} onClick={() => setIsAdding(!isAdding)}>
              {t('admin.incidents.add')}
            </Button>
          )}
        </div>
      </div>
      {isOpen && isAdding && (
        <Suspense fallback={null}>
          <AddAffected incident={incident} />
        </Suspense>
      )}
      <AffectedList incident={incident} isOpen={isOpen} />
    </section>
  );
}

function AffectedList({ incident, isOpen }: { incident: IncidentDetail; isOpen: boolean }) {
  const t = useT();
  const view = useListView(filters);
  const params = { incidentId: incident.id };
  const remove = useSend('POST /vid/api/admin/incidents/:incidentId/accounts/remove', params, ...stale);
  const { after } = view.query;
  const affected = useRead(
    'POST /vid/api/admin/incidents/:incidentId/accounts/search',
    {
      params,
      body: { ...(view.filters.told !== '' && { isWaiting: true }), ...(after !== undefined && { after }) },
    },
    { revision: incident.revision },
  );
  const rows = affected.data?.items ?? [];
  const selection = useSelection(
    rows,
    ({ id }) => id,
    ({ account }) => (account === null ? t('admin.incidents.erased') : nameOf(account)),
  );
  // Notified and erased accounts cannot be removed, so offer the removal only on a page without them.
  const canRemove = isOpen && rows.every(({ account, toldAt }) => account !== null && toldAt === null);
  const ids = selection.rows.flatMap(({ account }) => account?.id ?? []);
  return (
    <div>
      <FilterBar
        view={view}
        filters={[
          {
            name: 'told',
            label: t('admin.incidents.told'),
            options: [{ value: 'waiting', label: t('admin.incidents.told.not') }],
          },
        ]}
      />
      <Failure error={remove.error} />
      <ListTable
        query={affected}
        view={view}
        caption={t('admin.incidents.affected')}
        columns={columns}
        rowKey={({ id }) => id}
        {...(canRemove && { selection })}
        empty={{
          icon: 'users',
          title: t('admin.incidents.affected.none'),
          lead: t('admin.incidents.affected.none.text'),
        }}
      />
      {canRemove && (
        <BulkBar selection={selection}>
          <Button look="danger" isBusy={remove.isPending} onClick={() => remove.mutate({ ids })}>
            {t('admin.incidents.remove')}
          </Button>
        </BulkBar>
      )}
    </div>
  );
}

const columns: readonly Column<Affected>[] = [
  { title: 'shell.member', cell: (row) => <Person row={row} /> },
  { title: 'admin.incidents.how', card: 'plain', cell: ({ how }, t) => t(`admin.incidents.how.${how}`) },
  { title: 'admin.incidents.told', card: 'named', cell: (row) => <Told row={row} /> },
  { title: 'admin.incidents.addedAt', cell: ({ addedAt }) => formatDateTime(addedAt), isDigits: true },
];

function Person({ row: { account } }: { row: Affected }) {
  const t = useT();
  if (account === null) return <span className="text-muted">{t('admin.incidents.erased')}</span>;
  return (
    <span className="block min-w-40">
      <AccountLink account={account} />
      {account.phone !== null && <Phone number={account.phone} className="digits block text-sm text-muted" />}
    </span>
  );
}

const tones = { mail: 'success', sms: 'success', none: 'accent' } as const;

function Told({ row: { toldAt, toldBy } }: { row: Affected }) {
  const t = useT();
  if (toldBy === null || toldAt === null) return <Badge tone="plain">{t('admin.incidents.told.not')}</Badge>;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={tones[toldBy]}>{t(`admin.incidents.told.${toldBy}`)}</Badge>
      <Time at={toldAt} className="digits text-sm text-muted" />
    </span>
  );
}
