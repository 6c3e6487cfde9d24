import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { shownFailure } from '#session/reauthenticate.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { readAll } from '#shared/api/queries.ts';
import { whenDone } from '#shared/api/when-done.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { saveCsv } from '#shared/lib/save-file.ts';
import { Button, ButtonLink } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { ListTable } from '#shared/ui/list/list-table.tsx';
import { SearchField } from '#shared/ui/list/search-field.tsx';
import { BulkBar, useSelection } from '#shared/ui/list/selection.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { commonEvents } from '#state/common.ts';
import { ApplicationNotFound } from '#features/applications/list/application-parts.tsx';
import { useApplication } from '#features/applications/list/applications.ts';
import { ChangeDialog, type Question } from './change-dialog.tsx';
import { columnsOf, PersonCard } from './permission-columns.tsx';
import { PermissionFilters, queryOf, usePermissionView } from './permission-filters.tsx';
import { type PermissionQuery, usePermissions } from './permissions.ts';
import { nameOf } from './person-cells.tsx';

export function PermissionsPage() {
  const t = useT();
  const { appId = '' } = useParams();
  const view = usePermissionView();
  const { query, options, current, totalRow } = usePermissions(appId, queryOf(view));
  const [question, setQuestion] = useState<Question | null>(null);
  const selection = useSelection(current, ({ id }) => id, nameOf);
  const askAbout = (kind: Question['kind']) => () =>
    setQuestion({ kind, people: selection.rows, isBulk: true });
  // With a search or filters, the number counts matches instead of people with a permission.
  const isTotal = totalRow !== null && totalRow > 0 && view.search === '';
  const addLink = (
    <ButtonLink to={pathTo(areaPaths.appAddPermissions, { appId })}>{t('apps.people.add')}</ButtonLink>
  );
  if (failedWith(query.error, 'NOT_FOUND')) return <ApplicationNotFound />;
  return (
    <>
      <PageHeader
        title={t('apps.people.title')}
        lead={isTotal ? t('apps.people.count', { count: totalRow }) : t('apps.people.lead')}
        actions={
          <>
            <ExportButton appId={appId} options={options} />
            {addLink}
          </>
        }
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchField label={t('apps.people.search')} view={view} />
        <PermissionFilters appId={appId} view={view} />
      </div>
      <ListTable
        query={query}
        view={view}
        caption={t('apps.people.title')}
        columns={columnsOf(t, view, { appId, onAsk: setQuestion })}
        rowKey={({ id }) => id}
        renderCard={(permission) => <PersonCard appId={appId} permission={permission} onAsk={setQuestion} />}
        selection={selection}
        failed={t('apps.people.failed')}
        empty={{
          icon: 'users',
          title: t('apps.people.none'),
          children: t('apps.people.none.text'),
          action: addLink,
        }}
      />
      <BulkBar selection={selection}>
        <Button look="secondary" onClick={askAbout('set-role')}>
          {t('apps.people.set-role')}
        </Button>
        <Button look="secondary" onClick={askAbout('lock')}>
          {t('apps.people.lock')}
        </Button>
        <Button look="secondary" onClick={askAbout('unlock')}>
          {t('apps.people.unlock')}
        </Button>
        <Button look="danger" onClick={askAbout('remove')}>
          {t('apps.people.remove')}
        </Button>
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

/** Downloads the list with its filters, part by part. */
function ExportButton({
  appId,
  options: { limit: _page, after: _first, ...filtered },
}: {
  appId: string;
  options: PermissionQuery;
}) {
  const t = useT();
  const { data: application } = useApplication(appId);
  const file = useMutation({
    mutationFn: async () => {
      const parts = await readAll((cursor) =>
        api.post('/vid/api/apps/:appId/permissions/export', {
          params: { appId },
          body: { ...filtered, ...cursor },
          isRepeatable: true,
        }),
      );
      saveCsv(parts, `${application?.code ?? 'vid'}-${new Date().toISOString().slice(0, 10)}.csv`);
    },
  });
  const start = () => whenDone(file.mutateAsync(), () => commonEvents.succeeded('apps.people.exported'));
  return (
    <>
      <Alert text={shownFailure(file.error)} />
      <Button look="secondary" isBusy={file.isPending} onClick={start}>
        {t('apps.people.export')}
      </Button>
    </>
  );
}
