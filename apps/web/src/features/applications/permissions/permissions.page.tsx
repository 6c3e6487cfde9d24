import { bulkLimits } from '@vid/contract/bulk';
import { CsvButton } from '#shared/ui/list/csv-button.tsx';
import { useState } from 'react';
import { useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { revisionOf } from '#features/bulk/bulk-cards.tsx';
import { useMatching } from '#features/bulk/matching.tsx';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, ButtonLink } from '#shared/ui/controls/button.tsx';
import { ListTable } from '#shared/ui/list/list-table.tsx';
import { ListHeader } from '#shared/ui/list/list-header.tsx';
import { BulkBar, useSelection } from '#shared/ui/list/selection.tsx';
import { ApplicationNotFound, useApplication } from '#features/applications/list/application-parts.tsx';
import { ChangeDialog, type Question } from './change-dialog.tsx';
import { columnsOf } from './permission-columns.tsx';
import { PermissionFilters, queryOf, usePermissionView } from './permission-filters.tsx';
import {
  AllPeople,
  type BulkQuestion,
  PermissionBulkCards,
  PermissionBulkDialog,
  usePermissionBulk,
} from './permission-bulk.tsx';
import { usePermissions } from './permissions.tsx';
import { nameOf } from '#shared/ui/display/person.tsx';

export function PermissionsPage() {
  const t = useT();
  const { appId = '' } = useParams();
  const view = usePermissionView();
  const { data: application } = useApplication(appId);
  const options = queryOf(view);
  const { after: _page, ...exported } = options;
  const { sort: _sort, ...filter } = exported;
  const bulk = usePermissionBulk(appId);
  const revision = revisionOf(bulk.data);
  const { query, current, totalRow } = usePermissions(appId, options, revision);
  const [question, setQuestion] = useState<Question | null>(null);
  const [bulkQuestion, setBulkQuestion] = useState<BulkQuestion | null>(null);
  const selection = useSelection(current, ({ id }) => id, nameOf);
  const matching = useMatching(selection, filter, { next: query.data?.next, view });
  const askAbout = (kind: Question['kind']) => () =>
    matching.all === null
      ? setQuestion({ kind, people: selection.rows, isBulk: true })
      : setBulkQuestion({ kind, filter, count: matching.all });
  const addLink = (
    <ButtonLink to={pathTo(areaPaths.appAddPermissions, { appId })}>{t('apps.people.add')}</ButtonLink>
  );
  if (failedWith(query.error, 'NOT_FOUND')) return <ApplicationNotFound />;
  return (
    <>
      <ListHeader
        title={t('shell.item.appPeople')}
        count={totalRow}
        over={bulkLimits.rows}
        isFiltered={view.isFiltered}
        actions={
          <>
            <CsvButton
              name={application?.code ?? 'vid'}
              read={(cursor) =>
                api.post('/vid/api/apps/:appId/permissions/export', {
                  params: { appId },
                  body: { ...exported, ...cursor },
                  isRepeatable: true,
                })
              }
            />
            {addLink}
          </>
        }
      />
      <PermissionBulkCards appId={appId} query={bulk} />
      <PermissionFilters appId={appId} view={view} />
      <ListTable
        query={query}
        view={view}
        caption={t('shell.item.appPeople')}
        columns={columnsOf(view, { appId, onAsk: setQuestion })}
        rowKey={({ id }) => id}
        selection={selection}
        empty={{
          icon: 'users',
          title: t('apps.people.none'),
          lead: t('apps.people.none.text'),
          action: addLink,
        }}
      />
      <BulkBar
        selection={selection}
        all={matching.all}
        matching={
          matching.isOffered && (
            <AllPeople appId={appId} matching={matching} filter={filter} revision={revision} />
          )
        }
      >
        {(['set-role', 'lock', 'unlock', 'remove'] as const).map((kind) => (
          <Button key={kind} look={kind === 'remove' ? 'danger' : 'secondary'} onClick={askAbout(kind)}>
            {t(`apps.people.${kind}`)}
          </Button>
        ))}
      </BulkBar>
      <ChangeDialog
        appId={appId}
        question={question}
        onClose={() => setQuestion(null)}
        onDone={selection.clear}
      />
      <PermissionBulkDialog
        appId={appId}
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
