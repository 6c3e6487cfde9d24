import { useState } from 'react';
import { useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { shownFailure } from '#session/reauthenticate.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { whenDone } from '#shared/api/when-done.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { saveFile } from '#shared/lib/save-file.ts';
import { Button, ButtonLink } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { ListState } from '#shared/ui/list/list-state.tsx';
import { Pager } from '#shared/ui/list/pager.tsx';
import { SearchField } from '#shared/ui/list/search-field.tsx';
import { BulkBar, useSelection } from '#shared/ui/list/selection.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { TableCard } from '#shared/ui/page/table-card.tsx';
import { commonEvents } from '#state/common.ts';
import { ApplicationNotFound } from '#features/applications/list/application-not-found.tsx';
import { useApplication } from '#features/applications/list/applications.ts';
import { ChangeDialogs, type Question } from './change-dialogs.tsx';
import { columnsOf, PersonCard } from './permission-columns.tsx';
import { PermissionFilters, queryOf, usePermissionView } from './permission-filters.tsx';
import { type PermissionQuery, useExport, usePermissions } from './permissions.ts';
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
  if (failedWith(query.error, 'NOT_FOUND')) return <ApplicationNotFound />;
  return (
    <>
      <PageHeader
        title={t('apps.people.title')}
        lead={isTotal ? t('apps.people.count', { count: totalRow }) : t('apps.people.lead')}
        actions={
          <>
            <ExportButton appId={appId} options={options} />
            <ButtonLink to={pathTo(areaPaths.appAddPermissions, { appId })}>
              {t('apps.people.add')}
            </ButtonLink>
          </>
        }
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchField label={t('apps.people.search')} view={view} />
        <PermissionFilters appId={appId} view={view} />
      </div>
      <TableCard
        caption={t('apps.people.title')}
        columns={columnsOf(t, view, { appId, onAsk: setQuestion })}
        rows={current}
        rowKey={({ id }) => id}
        renderCard={(permission) => <PersonCard appId={appId} permission={permission} onAsk={setQuestion} />}
        selection={selection}
        empty={
          <ListState
            query={query}
            view={view}
            failed={t('apps.people.failed')}
            empty={
              <EmptyState
                icon="users"
                title={t('apps.people.none')}
                action={
                  <ButtonLink to={pathTo(areaPaths.appAddPermissions, { appId })}>
                    {t('apps.people.add')}
                  </ButtonLink>
                }
              >
                {t('apps.people.none.text')}
              </EmptyState>
            }
          />
        }
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
      <Pager view={view} next={query.data?.next ?? null} isBusy={query.isPlaceholderData} />
      <ChangeDialogs
        appId={appId}
        question={question}
        onClose={() => setQuestion(null)}
        onDone={selection.clear}
      />
    </>
  );
}

/** Downloads the list with its filters. */
function ExportButton({ appId, options }: { appId: string; options: PermissionQuery }) {
  const t = useT();
  const file = useExport(appId);
  const { data: application } = useApplication(appId);
  const start = () =>
    whenDone(file.mutateAsync(options), (blob) => {
      const day = new Date().toISOString().slice(0, 10);
      saveFile(blob, `${application?.code ?? 'vid'}-${day}.csv`);
      commonEvents.succeeded('apps.people.exported');
    });
  return (
    <>
      <Alert text={shownFailure(file.error)} />
      <Button look="secondary" isBusy={file.isPending} onClick={start}>
        {t('apps.people.export')}
      </Button>
    </>
  );
}
