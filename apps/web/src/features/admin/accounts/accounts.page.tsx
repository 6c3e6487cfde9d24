import { bulkLimits } from '@vid/contract/bulk';
import { maxAccountsCounted } from '@vid/contract/limits';
import { CsvButton } from '#shared/ui/list/csv-button.tsx';
import { Suspense, useState } from 'react';
import { neededPart } from '#navigation/lazy-part.ts';
import { api } from '#shared/api/api.ts';
import { useRead } from '#shared/api/queries.ts';
import { readOnce } from '#features/admin/audit/audit-log.tsx';
import { formatDateTime, formatDay, timeZone } from '#shared/i18n/format.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Skeleton } from '#shared/ui/feedback/skeleton.tsx';
import { FilterBar } from '#shared/ui/list/filter-bar.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { ListHeader } from '#shared/ui/list/list-header.tsx';
import { revisionOf } from '#features/bulk/bulk-cards.tsx';
import { countOf, useMatching } from '#features/bulk/matching.tsx';
import { BulkBar, useSelection } from '#shared/ui/list/selection.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { AccountPhone, nameOf, PersonCell } from '#shared/ui/display/person.tsx';
import { memberObjects, useAllProvinces, useObjects } from '#state/labels.ts';
import { accountPath, AccountMenu } from './account-menu.tsx';
import {
  AccountBulkCards,
  AccountBulkDialog,
  AllAccounts,
  type BulkQuestion,
  useAccountBulk,
} from './bulk/account-bulk.tsx';
import {
  type AccountChange,
  type AccountItem,
  type AccountQuery,
  RoleBadge,
  StatusBadge,
} from './accounts.tsx';
import { useReference } from './use-reference.ts';
import { actionKeys, ChangeDialogs, type ChangeQuestion } from './change-dialogs.tsx';

const ReferenceCard = neededPart(async () => {
  const [{ ReferenceCard: Card }] = await Promise.all([
    import('./reference-card.tsx'),
    loadTexts('admin/audit', 'apps/doctor'),
  ]);
  return { Card };
}, 'Card');

const filters = {
  status: ['active', 'locked'],
  role: ['user', 'admin'],
  kind: ['personal', 'enterprise'],
  object: memberObjects,
  province: null,
  sort: ['oldest', 'last-sign-in'],
} as const;

const limit = 50;

export function AccountsPage() {
  const t = useT();
  const view = useListView(filters);
  const { sort: _sort, ...filtered } = view.query;
  // The server sorts search results by the matching text, so send no order.
  const query: AccountQuery = view.search === '' ? view.query : filtered;
  const { after: _page, ...exported } = query;
  const { after: _cursor, ...filter } = filtered;
  const bulk = useAccountBulk();
  const accounts = useRead(
    'POST /vid/api/admin/accounts/search',
    { body: { limit, ...query } },
    // Wait for the revision before the first search, because the audit log records each search.
    { ...readOnce, enabled: !bulk.isPending || bulk.failureCount > 0, revision: revisionOf(bulk.data) },
  );
  const { data } = accounts;
  const count = useCount(query, data?.count);
  const reference = useReference(view.search);
  const shown = accounts.isPlaceholderData ? undefined : data;
  const [match, ...others] = shown?.items ?? [];
  const hasOthers = others.length > 0 || view.pagesBefore > 0 || typeof shown?.next === 'string';
  const onlyMatch = shown && (match && !hasOthers ? accountPath(match.id) : null);
  const [question, setQuestion] = useState<ChangeQuestion | null>(null);
  const [bulkQuestion, setBulkQuestion] = useState<BulkQuestion | null>(null);
  const selection = useSelection(data?.items ?? [], ({ id }) => id, nameOf);
  const matching = useMatching(selection, filter, { next: data?.next, view });
  const askAbout = (action: AccountChange) => () =>
    matching.all === null
      ? setQuestion({ action, accounts: selection.rows, isBulk: true })
      : setBulkQuestion({ action, filter, count: matching.all });
  return (
    <>
      <ListHeader
        title={t('shell.item.accounts')}
        count={count}
        over={view.search === '' ? maxAccountsCounted : bulkLimits.rows}
        isFiltered={view.isFiltered}
        actions={
          <CsvButton
            name="vid-accounts"
            read={(cursor) =>
              api.post('/vid/api/admin/accounts/export', {
                body: { ...exported, ...cursor },
                isRepeatable: true,
              })
            }
          />
        }
      />
      <AccountBulkCards query={bulk} />
      <AccountFilters view={view} onlyMatch={onlyMatch} />
      {reference && (
        <Suspense fallback={<Skeleton />}>
          <ReferenceCard found={reference} />
        </Suspense>
      )}
      {/* A search for a reference may also match accounts by their text, so hide only an empty list. */}
      {!(reference && data?.items.length === 0) && (
        <ListTable
          query={accounts}
          view={view}
          caption={t('shell.item.accounts')}
          columns={columnsOf(view, setQuestion)}
          rowKey={({ id }) => id}
          selection={selection}
          empty={{ icon: 'users', title: t('admin.accounts.none') }}
        />
      )}
      <BulkBar
        selection={selection}
        all={matching.all}
        matching={matching.isOffered && <AllAccounts matching={matching} filter={filter} />}
      >
        {(['end-sessions', 'unlock', 'lock'] as const).map((action) => (
          <Button key={action} look={action === 'lock' ? 'danger' : 'secondary'} onClick={askAbout(action)}>
            {t(actionKeys[action])}
          </Button>
        ))}
      </BulkBar>
      <ChangeDialogs question={question} onClose={() => setQuestion(null)} onDone={selection.clear} />
      <AccountBulkDialog
        question={bulkQuestion}
        onRecount={(found) => {
          setBulkQuestion((asked) => asked && { ...asked, count: found });
          matching.choose(found);
        }}
        onClose={() => setBulkQuestion(null)}
        onDone={selection.clear}
      />
    </>
  );
}

function useCount(
  { after: _after, sort: _sort, ...matching }: AccountQuery,
  known: number | null | undefined,
) {
  const isAsked = known === null;
  const asked = useRead(
    'POST /vid/api/admin/accounts/count',
    { body: matching },
    { ...readOnce, enabled: isAsked },
  );
  return isAsked ? countOf(asked) : known;
}

type View = ReturnType<typeof useListView<typeof filters>>;

function AccountFilters({ view, onlyMatch }: { view: View; onlyMatch: string | null | undefined }) {
  const t = useT();
  const options = {
    status: filters.status.map((value) => ({ value, label: t(`admin.accounts.status.${value}`) })),
    role: filters.role.map((value) => ({ value, label: t(`admin.accounts.role.${value}`) })),
    kind: filters.kind.map((value) => ({ value, label: t(`admin.accounts.kind.${value}`) })),
    object: useObjects(),
    province: useAllProvinces(),
  };
  return (
    <FilterBar
      view={view}
      search={t('admin.accounts.search')}
      hint={t('admin.accounts.search.hint')}
      onlyMatch={onlyMatch}
      filters={selects.map((name) => ({ name, label: t(`admin.accounts.${name}`), options: options[name] }))}
    />
  );
}

const selects = ['status', 'role', 'kind', 'object', 'province'] as const;

type Ask = (question: ChangeQuestion) => void;

function columnsOf(view: View, onAsk: Ask): readonly Column<AccountItem>[] {
  const { sort } = view.filters;
  const sortable = view.search === '';
  const toggleAge = () => view.setFilter('sort', sort === '' ? 'oldest' : '');
  return [
    {
      title: 'shell.member',
      cell: (account) => (
        <PersonCell person={account} to={accountPath(account.id)} badge={<RoleBadge role={account.role} />} />
      ),
    },
    { title: 'common.phone', card: 'plain', cell: ({ phone }) => <AccountPhone phone={phone} /> },
    {
      title: 'list.status',
      card: 'plain',
      cell: ({ status }) => <StatusBadge status={status} isListed />,
    },
    {
      title: 'list.created',
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
      title: 'admin.accounts.lastSignIn',
      // Sign-ins update the stored time at most once a day, so its time of day would mislead.
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
      title: 'list.actions',
      cell: (account) => <AccountMenu account={account} onAsk={onAsk} />,
      align: 'end',
    },
  ];
}
