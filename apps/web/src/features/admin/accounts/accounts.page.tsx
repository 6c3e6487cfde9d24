import { useState } from 'react';
import { shownFailure } from '#session/reauthenticate.ts';
import { whenDone } from '#shared/api/when-done.ts';
import { formatDateTime, formatDay, timeZone } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { saveFile } from '#shared/lib/save-file.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { Button, TextLink } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { FilterChips } from '#shared/ui/list/filter-chips.tsx';
import { FilterSelect } from '#shared/ui/list/filter-select.tsx';
import { Filters } from '#shared/ui/list/filters.tsx';
import { KeysHelp } from '#shared/ui/list/keys-help.tsx';
import { ListState } from '#shared/ui/list/list-state.tsx';
import { Pager } from '#shared/ui/list/pager.tsx';
import { SearchField } from '#shared/ui/list/search-field.tsx';
import { BulkBar, useSelection } from '#shared/ui/list/selection.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { EmailLine } from '#shared/ui/page/email-line.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { type Column, TableCard } from '#shared/ui/page/table-card.tsx';
import { commonEvents } from '#state/common.ts';
import { memberObjects, useAllProvinces, useObjects } from '#state/labels.ts';
import { AccountMenu, accountPath } from './account-menu.tsx';
import {
  type AccountChange,
  type AccountItem,
  type AccountQuery,
  useAccounts,
  useExportAccounts,
} from './accounts.ts';
import { ChangeDialogs, type ChangeQuestion, useNameOf } from './change-dialogs.tsx';
import { RoleBadge, StatusBadge } from './status-badges.tsx';

const filters = {
  status: ['active', 'locked'],
  role: ['user', 'admin'],
  kind: ['personal', 'enterprise'],
  object: memberObjects,
  province: null,
  sort: ['oldest', 'last-sign-in'],
} as const;

export function AccountsPage() {
  const t = useT();
  const view = useListView(filters);
  const { status, role, kind, object, province, sort } = view.filters;
  const query: AccountQuery = {
    ...(view.search !== '' && { search: view.search }),
    ...(status !== '' && { status }),
    ...(role !== '' && { role }),
    ...(kind !== '' && { kind }),
    ...(object !== '' && { object }),
    ...(province !== '' && { province }),
    ...(sort !== '' && view.search === '' && { sort }),
    ...(view.after !== undefined && { after: view.after }),
  };
  const accounts = useAccounts(query);
  const { data } = accounts;
  const [question, setQuestion] = useState<ChangeQuestion | null>(null);
  const nameOf = useNameOf();
  const selection = useSelection(data?.items ?? [], ({ id }) => id, nameOf);
  const askAbout = (action: AccountChange) => () =>
    setQuestion({ action, accounts: selection.rows, isBulk: true });
  const count = data?.count ?? null;
  return (
    <>
      <PageHeader
        title={t('admin.accounts.title')}
        lead={count === null ? t('admin.accounts.lead') : t('admin.accounts.count', { count })}
        actions={<ExportButton query={query} />}
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchField label={t('admin.accounts.search')} view={view} />
        <AccountFilters view={view} />
      </div>
      <Chips view={view} />
      <TableCard
        caption={t('admin.accounts.title')}
        columns={columnsOf(t, view, setQuestion)}
        rows={data?.items ?? []}
        rowKey={({ id }) => id}
        renderCard={(account) => <AccountCard account={account} onAsk={setQuestion} />}
        selection={selection}
        empty={
          <ListState
            query={accounts}
            view={view}
            failed={t('admin.accounts.failed')}
            empty={<EmptyState icon="users" title={t('admin.accounts.none')} />}
          />
        }
      />
      <BulkBar selection={selection}>
        <Button look="secondary" onClick={askAbout('end-sessions')}>
          {t('admin.account.endSessions')}
        </Button>
        <Button look="secondary" onClick={askAbout('unlock')}>
          {t('admin.account.unlock')}
        </Button>
        <Button look="danger" onClick={askAbout('lock')}>
          {t('admin.account.lock')}
        </Button>
      </BulkBar>
      <Pager view={view} next={data?.next ?? null} isBusy={accounts.isPlaceholderData} />
      <ChangeDialogs question={question} onClose={() => setQuestion(null)} onDone={selection.clear} />
      <KeysHelp />
    </>
  );
}

/** Downloads the list with its filters. */
function ExportButton({ query }: { query: AccountQuery }) {
  const t = useT();
  const file = useExportAccounts();
  const start = () =>
    whenDone(file.mutateAsync(query), (blob) => {
      saveFile(blob, `vid-accounts-${new Date().toISOString().slice(0, 10)}.csv`);
      commonEvents.succeeded('admin.accounts.exported');
    });
  return (
    <>
      <Alert text={shownFailure(file.error)} />
      <Button look="secondary" isBusy={file.isPending} onClick={start}>
        {t('admin.accounts.export')}
      </Button>
    </>
  );
}

type View = ReturnType<typeof useListView<typeof filters>>;

function AccountFilters({ view }: { view: View }) {
  const t = useT();
  const objects = useObjects();
  const provinces = useAllProvinces();
  return (
    <Filters>
      <FilterSelect
        label={t('admin.accounts.status')}
        all={t('admin.accounts.anyStatus')}
        value={view.filters.status}
        options={filters.status.map((value) => ({ value, label: t(`admin.accounts.status.${value}`) }))}
        onChange={(value) => view.setFilter('status', value)}
      />
      <FilterSelect
        label={t('admin.accounts.role')}
        all={t('admin.accounts.anyRole')}
        value={view.filters.role}
        options={filters.role.map((value) => ({ value, label: t(`admin.accounts.role.${value}`) }))}
        onChange={(value) => view.setFilter('role', value)}
      />
      <FilterSelect
        label={t('admin.accounts.kind')}
        all={t('admin.accounts.anyKind')}
        value={view.filters.kind}
        options={filters.kind.map((value) => ({ value, label: t(`admin.accounts.kind.${value}`) }))}
        onChange={(value) => view.setFilter('kind', value)}
      />
      <FilterSelect
        label={t('admin.accounts.object')}
        all={t('admin.accounts.anyObject')}
        value={view.filters.object}
        options={objects}
        onChange={(value) => view.setFilter('object', value)}
      />
      <FilterSelect
        label={t('admin.accounts.province')}
        all={t('admin.accounts.anyProvince')}
        value={view.filters.province}
        options={provinces}
        onChange={(value) => view.setFilter('province', value)}
      />
    </Filters>
  );
}

function Chips({ view }: { view: View }) {
  const t = useT();
  const objects = useObjects();
  const provinces = useAllProvinces();
  const { status, role, kind, object, province } = view.filters;
  const chips = [
    ['status', status && t(`admin.accounts.status.${status}`)],
    ['role', role && t(`admin.accounts.role.${role}`)],
    ['kind', kind && t(`admin.accounts.kind.${kind}`)],
    ['object', object && (objects.find(({ value }) => value === object)?.label ?? object)],
    ['province', province && (provinces.find(({ value }) => value === province)?.label ?? province)],
  ] as const;
  return (
    <FilterChips
      view={view}
      chips={chips.flatMap(([name, value]) =>
        value === ''
          ? []
          : [
              {
                label: `${t(`admin.accounts.${name}`)}: ${value}`,
                onRemove: () => view.setFilter(name, ''),
              },
            ],
      )}
    />
  );
}

type Ask = (question: ChangeQuestion) => void;

function columnsOf(t: Translate, view: View, onAsk: Ask): readonly Column<AccountItem>[] {
  const { sort } = view.filters;
  // Matches of a search are sorted by the matching text.
  const sortable = view.search === '';
  const toggleAge = () => view.setFilter('sort', sort === '' ? 'oldest' : '');
  return [
    { key: 'person', title: t('admin.accounts.person'), cell: (account) => <Person account={account} /> },
    { key: 'phone', title: t('admin.accounts.phone'), cell: (account) => <Phone account={account} /> },
    {
      key: 'status',
      title: t('admin.accounts.status'),
      cell: (account) => (
        <span className="flex flex-wrap gap-2">
          <StatusBadge status={account.status} />
          <RoleBadge role={account.role} />
        </span>
      ),
    },
    {
      key: 'created',
      title: t('admin.accounts.created'),
      // Only the day, to keep the column narrow. The account's page shows the time.
      cell: ({ createdAt }) => (
        <span title={formatDateTime(createdAt)}>{formatDay(createdAt, timeZone)}</span>
      ),
      isDigits: true,
      ...(sortable && {
        sort: {
          direction: sort === 'oldest' ? ('asc' as const) : sort === '' ? ('desc' as const) : null,
          onSort: toggleAge,
        },
      }),
    },
    {
      key: 'lastSignIn',
      title: t('admin.accounts.lastSignIn'),
      // The last sign-in is stored at most once a day, so its time of day would be wrong.
      cell: ({ lastSignInAt }) => formatDay(lastSignInAt, timeZone),
      isDigits: true,
      ...(sortable && {
        sort: {
          direction: sort === 'last-sign-in' ? ('desc' as const) : null,
          onSort: () => view.setFilter('sort', sort === 'last-sign-in' ? '' : 'last-sign-in'),
        },
      }),
    },
    {
      key: 'actions',
      title: t('list.actions'),
      cell: (account) => <AccountMenu account={account} onAsk={onAsk} />,
      align: 'end',
    },
  ];
}

function Person({ account }: { account: AccountItem }) {
  const t = useT();
  return (
    <span className="flex min-w-48 items-center gap-3">
      <Avatar src={account.avatar} name={account.name} seed={account.id} />
      <span className="min-w-0">
        <TextLink isPlain to={accountPath(account.id)} className="wrap-anywhere">
          <bdi>{account.name ?? t('admin.unnamed')}</bdi>
        </TextLink>
        {account.email && <EmailLine email={account.email} />}
      </span>
    </span>
  );
}

function Phone({ account: { phone } }: { account: AccountItem }) {
  const t = useT();
  if (phone === null) return <span className="text-muted">{t('admin.accounts.phone.released')}</span>;
  return (
    <bdi dir="ltr" className="digits whitespace-nowrap">
      {formatPhone(phone)}
    </bdi>
  );
}

function AccountCard({ account, onAsk }: { account: AccountItem; onAsk: Ask }) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start justify-between gap-2">
        <Person account={account} />
        <AccountMenu account={account} onAsk={onAsk} />
      </div>
      <span className="flex flex-wrap items-center justify-between gap-2 text-label">
        <Phone account={account} />
        <span className="flex flex-wrap gap-2">
          <RoleBadge role={account.role} />
          <StatusBadge status={account.status} />
        </span>
      </span>
    </div>
  );
}
