import { useState } from 'react';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { shownFailure } from '#session/reauthenticate.ts';
import { formatDateTime, formatNumber } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button, TextLink } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { FilterSelect } from '#shared/ui/list/filter-select.tsx';
import { ListState } from '#shared/ui/list/list-state.tsx';
import { Pager } from '#shared/ui/list/pager.tsx';
import { BulkBar, useSelection } from '#shared/ui/list/selection.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { type Column, TableCard } from '#shared/ui/page/table-card.tsx';
import { AddAffected } from './add-affected.tsx';
import { type Affected, useAffected, useExportAffected, useRemoveAffected } from './affected.ts';
import type { IncidentDetail } from './incidents.ts';

const filters = { told: ['waiting'] } as const;

export function AffectedCard({ incident }: { incident: IncidentDetail }) {
  const t = useT();
  const [isAdding, setIsAdding] = useState(false);
  const save = useExportAffected(incident.id);
  const isOpen = incident.status !== 'closed';
  return (
    <section aria-label={t('admin.incidents.affected')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">
          {t('admin.incidents.affected')}{' '}
          <span className="digits font-normal text-muted">{formatNumber(incident.affected.total)}</span>
        </h2>
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" isBusy={save.isPending} onClick={() => save.mutate()}>
            {t('admin.incidents.export')}
          </Button>
          {isOpen && (
            <Button look="secondary" aria-expanded={isAdding} onClick={() => setIsAdding(!isAdding)}>
              {t('admin.incidents.add')}
            </Button>
          )}
        </div>
      </div>
      <Alert text={shownFailure(save.error)} />
      {isOpen && isAdding && <AddAffected incident={incident} />}
      <AffectedList incident={incident} isOpen={isOpen} />
    </section>
  );
}

function AffectedList({ incident, isOpen }: { incident: IncidentDetail; isOpen: boolean }) {
  const t = useT();
  const view = useListView(filters);
  const remove = useRemoveAffected(incident.id);
  const affected = useAffected(incident.id, incident.revision, {
    ...(view.filters.told !== '' && { isWaiting: true }),
    ...(view.after !== undefined && { after: view.after }),
  });
  const rows = affected.data?.items ?? [];
  const selection = useSelection(
    rows,
    ({ id }) => id,
    (row) => nameOf(row, t),
  );
  // Notified accounts stay on the list. The filter hides them.
  const canRemove = isOpen && rows.every(({ account, toldAt }) => account !== null && toldAt === null);
  const ids = selection.rows.flatMap(({ account }) => account?.id ?? []);
  return (
    <div>
      <div className="mb-4 sm:w-fit">
        <FilterSelect
          label={t('admin.incidents.told')}
          all={t('admin.incidents.told.any')}
          value={view.filters.told}
          options={[{ value: 'waiting', label: t('admin.incidents.told.waiting') }]}
          onChange={(value) => view.setFilter('told', value)}
        />
      </div>
      <Alert text={shownFailure(remove.error)} />
      <TableCard
        caption={t('admin.incidents.affected')}
        columns={columnsOf(t)}
        rows={rows}
        rowKey={({ id }) => id}
        {...(canRemove && { selection })}
        renderCard={(row) => (
          <div className="grid justify-items-start gap-2">
            <Person row={row} />
            <Told row={row} />
          </div>
        )}
        empty={
          <ListState
            query={affected}
            view={view}
            failed={t('admin.incidents.affected.failed')}
            empty={
              <EmptyState icon="users" title={t('admin.incidents.affected.none')}>
                {t('admin.incidents.affected.none.text')}
              </EmptyState>
            }
          />
        }
      />
      <Pager view={view} next={affected.data?.next ?? null} isBusy={affected.isPlaceholderData} />
      {canRemove && (
        <BulkBar selection={selection}>
          <Button look="danger" isBusy={remove.isPending} onClick={() => remove.mutate(ids)}>
            {t('admin.incidents.remove')}
          </Button>
        </BulkBar>
      )}
    </div>
  );
}

function nameOf({ account }: Affected, t: Translate): string {
  return account === null ? t('admin.incidents.erased') : (account.name ?? account.phone ?? account.id);
}

function columnsOf(t: Translate): readonly Column<Affected>[] {
  return [
    { key: 'person', title: t('admin.accounts.person'), cell: (row) => <Person row={row} /> },
    { key: 'how', title: t('admin.incidents.how'), cell: ({ how }) => t(`admin.incidents.how.${how}`) },
    { key: 'told', title: t('admin.incidents.told'), cell: (row) => <Told row={row} /> },
    {
      key: 'added',
      title: t('admin.incidents.addedAt'),
      cell: ({ addedAt }) => formatDateTime(addedAt),
      isDigits: true,
    },
  ];
}

function Person({ row: { account } }: { row: Affected }) {
  const t = useT();
  if (account === null) return <span className="text-muted">{t('admin.incidents.erased')}</span>;
  const path = pathTo(areaPaths.adminAccount, { accountId: account.id });
  return (
    <span className="block min-w-40">
      <TextLink isPlain to={path} className="wrap-anywhere">
        <bdi>{account.name ?? t('admin.unnamed')}</bdi>
      </TextLink>
      {account.phone !== null && (
        <bdi dir="ltr" className="digits block text-sm text-muted">
          {formatPhone(account.phone)}
        </bdi>
      )}
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
      <time dateTime={toldAt} className="digits text-sm text-muted">
        {formatDateTime(toldAt)}
      </time>
    </span>
  );
}
