import { frameworkNames, snippetsFor } from '@vid/contract/snippets/snippets';
import type { SnippetClient } from '@vid/contract/snippets/snippet';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { failedWith } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Link } from '#shared/ui/link.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { FilterSelect } from '#shared/ui/list/filter-select.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { BackLink } from '#shared/ui/detail-page.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { useApplication } from '../../list/applications.ts';
import { type ClientDetail, clientPath, useClient } from '../clients.ts';
import { SnippetSteps } from './snippet-steps.tsx';
import { ValuesCard } from './values-card.tsx';

export function ClientStartPage() {
  const t = useT();
  const { appId = '', clientId = '' } = useParams();
  const application = useApplication(appId);
  const client = useClient(appId, clientId);
  return (
    <>
      <BackLink to={clientPath(appId, clientId)} text={t('apps.start.back')} />
      {failedWith(client.error, 'NOT_FOUND') ? (
        <PageHeader title={t('apps.clients.notFound')} />
      ) : (
        <>
          <PageHeader title={t('apps.start.title')} lead={t('apps.start.lead', { id: clientId })} />
          {client.data && application.data ? (
            <Start appId={appId} appCode={application.data.code} client={client.data} />
          ) : (
            <Card>
              <LoadState query={client.data ? application : client} title={t('apps.clients.failed')} />
            </Card>
          )}
        </>
      )}
    </>
  );
}

function Start({ appId, appCode, client }: { appId: string; appCode: string; client: ClientDetail }) {
  const t = useT();
  const [search] = useSearchParams();
  const [redirectUri, setRedirectUri] = useState(client.redirectUris[0] ?? null);
  const values: SnippetClient = {
    ...client,
    origin: location.origin,
    appId,
    appCode,
    clientId: client.id,
    redirectUri,
    scopes: client.kind === 'machine' ? client.managementScopes : client.scopes,
  };
  const choices = snippetsFor(values);
  const chosen = choices.find(({ framework }) => framework === search.get('framework')) ?? choices[0];
  return (
    <div className="grid max-w-[64rem] grid-cols-[minmax(0,1fr)] gap-6">
      {client.redirectUris.length > 1 && (
        <div className="sm:max-w-md">
          <p aria-hidden="true" className="mb-2 text-label font-semibold">
            {t('apps.start.redirectUri')}
          </p>
          <FilterSelect
            label={t('apps.start.redirectUri')}
            value={redirectUri ?? ''}
            options={client.redirectUris.map((address) => ({ value: address, label: address }))}
            onChange={setRedirectUri}
          />
        </div>
      )}
      {chosen ? (
        <div>
          <nav aria-label={t('apps.start.frameworks')} className="mb-6">
            <ul className="flex flex-wrap gap-x-6 border-b border-line">
              {choices.map(({ framework }) => (
                <li key={framework}>
                  <Link
                    to={`?framework=${framework}`}
                    aria-current={framework === chosen.framework ? 'page' : undefined}
                    className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent px-1 font-semibold text-muted hover:text-ink aria-[current]:border-brand aria-[current]:text-brand"
                  >
                    <span translate="no">{frameworkNames[framework]}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <p className="mb-4 text-label text-muted">{t(`apps.start.hint.${chosen.framework}`)}</p>
          <SnippetSteps
            key={chosen.framework}
            client={values}
            snippet={chosen.make()}
            registered={client.redirectUris}
          />
        </div>
      ) : (
        <Card>
          <EmptyState icon="list" title={t('apps.start.none')}>
            {t('apps.start.none.text')}
          </EmptyState>
        </Card>
      )}
      <ValuesCard client={values} />
    </div>
  );
}
