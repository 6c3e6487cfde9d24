import { CsvButton } from '#shared/ui/list/csv-button.tsx';
import { useState } from 'react';
import { useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, ButtonLink } from '#shared/ui/button.tsx';
import { ListTable } from '#shared/ui/list/list-table.tsx';
import { ListHeader } from '#shared/ui/list/list-header.tsx';
import { BulkBar, useSelection } from '#shared/ui/list/selection.tsx';
import { ApplicationNotFound, useApplication } from '#features/applications/list/application-parts.tsx';
import { ChangeDialog, type Question } from './change-dialog.tsx';
import { columnsOf } from './permission-columns.tsx';
import { PermissionFilters, queryOf, usePermissionView } from './permission-filters.tsx';
import { limit, usePermissions } from './permissions.tsx';
import { nameOf } from '#shared/ui/person.tsx';

export function PermissionsPage() {
  const t = useT();
  const { appId = '' } = useParams();
  const view = usePermissionView();
  const { data: application } = useApplication(appId);
  const options = queryOf(view);
  const { after: _page, ...exported } = options;
  const { query, current, totalRow } = usePermissions(appId, options);
  const [question, setQuestion] = useState<Question | null>(null);
  const selection = useSelection(current, ({ id }) => id, nameOf);
  const askAbout = (kind: Question['kind']) => () =>
    setQuestion({ kind, people: selection.rows, isBulk: true });
  const addLink = (
    <ButtonLink to={pathTo(areaPaths.appAddPermissions, { appId })}>{t('apps.people.add')}</ButtonLink>
  );
  if (failedWith(query.error, 'NOT_FOUND')) return <ApplicationNotFound />;
  return (
    <>
      <ListHeader
        title={t('shell.item.appPeople')}
        count={totalRow}
        {...(view.search !== '' && { over: (view.pagesBefore + 1) * limit })}
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
      <BulkBar selection={selection}>
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
    </>
  );
}
