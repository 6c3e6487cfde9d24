import { sdkFile, sdkPath } from '@vid/contract/snippets/sdk';
import { frameworkNames, snippetsFor } from '@vid/contract/snippets/snippets';
import { issuerOf, scopeOf, type Snippet, type SnippetClient } from '@vid/contract/snippets/snippet';
import { Fragment, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { failedWith } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Link } from '#shared/ui/controls/link.tsx';
import { EmptyState, isWaiting, LoadState } from '#shared/ui/feedback/load-state.tsx';
import { FilterSelect } from '#shared/ui/list/filter-select.tsx';
import { Bone, BoneRows, Skeleton } from '#shared/ui/feedback/skeleton.tsx';
import { Card, DataList, Page } from '#shared/ui/page/page.tsx';
import { useApplication } from '#features/applications/list/application-parts.tsx';
import { type ClientDetail, clientPath, useClient } from '#features/applications/clients/clients.ts';
import { areaPaths } from '#navigation/area-paths.ts';
import { Button, ButtonLink, linkClass, TextLink } from '#shared/ui/controls/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { CodeBlock } from '#shared/ui/display/code-block.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';

export function ClientStartPage() {
  const t = useT();
  const { appId = '', clientId = '' } = useParams();
  const application = useApplication(appId);
  const client = useClient(appId, clientId);
  const back = { to: clientPath(appId, clientId), text: t('apps.doctor.back') };
  if (failedWith(client.error, 'NOT_FOUND')) return <Page back={back} title={t('apps.clients.notFound')} />;
  return (
    <Page
      back={back}
      title={t('apps.start.title')}
      lead={
        client.data
          ? t('apps.start.lead', { name: client.data.name })
          : isWaiting(client) && <Bone text={t('apps.start.lead', { name: clientId })} />
      }
    >
      {client.data && application.data ? (
        <Start appId={appId} appCode={application.data.code} client={client.data} />
      ) : isWaiting(client.data ? application : client) ? (
        <Skeleton>
          <Bone className="mb-6 min-h-11 w-72" />
          <Bone className="mb-4 w-72 text-label" />
          <Card>
            <BoneRows />
          </Card>
        </Skeleton>
      ) : (
        <Card>
          <LoadState query={client.data ? application : client} />
        </Card>
      )}
    </Page>
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
    <>
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
            <ul className="flex flex-wrap gap-2">
              {choices.map(({ framework }) => (
                <li key={framework}>
                  <Link
                    to={`?framework=${framework}`}
                    aria-current={framework === chosen.framework ? 'page' : undefined}
                    className="inline-flex min-h-11 items-center rounded-control border border-field bg-card px-3 text-label font-semibold text-ink no-underline hover:border-ink aria-[current]:border-brand aria-[current]:bg-soft aria-[current]:text-brand"
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
          <EmptyState icon="list" title={t('apps.start.none')} lead={t('apps.start.none.text')} />
        </Card>
      )}
      <ValuesCard client={values} />
    </>
  );
}

type Props = {
  client: SnippetClient;
  snippet: Snippet;
  registered: readonly string[];
};

function SnippetSteps({ client, snippet, registered }: Props) {
  const t = useT();
  const settings = clientPath(client.appId, client.clientId);
  const { redirectUri } = snippet;
  const missing = redirectUri === null || registered.includes(redirectUri) ? null : redirectUri;
  const usesSecret =
    client.authMethod === 'client_secret_basic' || client.authMethod === 'client_secret_post';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {missing !== null && (
        <Notice>
          <p>{t('apps.start.missing')}</p>
          <p>
            <LongValue value={missing} />
          </p>
          <TextLink to={settings}>{t('apps.start.settings')}</TextLink>
        </Notice>
      )}
      <Card title={t('apps.start.step.install')}>
        <CodeBlock name={t('apps.start.install')} code={snippet.install} />
        {snippet.install.includes(sdkPath) && (
          <p className="mt-4 text-label">
            {t('apps.start.sdk')}{' '}
            <a href={sdkPath} download className={linkClass} translate="no">
              {sdkFile}
            </a>
          </p>
        )}
      </Card>
      <Card title={t('apps.start.step.code')} lead={usesSecret && t('apps.start.secret')}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {snippet.files.map(({ name, code }) => (
            <CodeBlock key={name} name={name} code={code} />
          ))}
        </div>
      </Card>
      <Card title={t('apps.start.step.try')}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <CodeBlock name={t('apps.start.run')} code={snippet.run} />
          {snippet.run.includes('read -rs') && <p>{t('apps.start.shell')}</p>}
          {snippet.open === null ? (
            <p>{t(client.kind === 'machine' ? 'apps.start.try.machine' : 'apps.start.try.native')}</p>
          ) : (
            <p>
              {t('apps.start.try.open')} <LongValue value={snippet.open} />
            </p>
          )}
          <p>{t('apps.start.try.doctor')}</p>
          <ButtonLink
            look="secondary"
            className="justify-self-start"
            to={clientPath(client.appId, client.clientId, areaPaths.appClientDoctor)}
            text="apps.doctor.open"
          />
        </div>
      </Card>
    </div>
  );
}

function ValuesCard({ client }: { client: SnippetClient }) {
  const t = useT();
  const isMachine = client.kind === 'machine';
  const issuer = issuerOf(client);
  const values = (
    [
      [t('apps.start.issuer'), issuer],
      [t('apps.start.discovery'), `${issuer}/.well-known/openid-configuration`],
      [t('apps.start.authorize'), !isMachine && `${issuer}/auth`],
      [t('apps.start.token'), `${issuer}/token`],
      [t('apps.start.endSession'), !isMachine && `${issuer}/session/end`],
      [t('apps.clients.id'), client.clientId],
      [t('apps.start.redirectUri'), !isMachine && client.redirectUri],
      [t('apps.start.scope'), isMachine ? client.scopes.join(' ') : scopeOf(client)],
      [t('apps.start.authMethod'), client.authMethod],
      [t('apps.start.pkce'), !isMachine && 'S256'],
      [t('apps.clients.alg'), !isMachine && client.idTokenAlg],
    ] as const
  ).filter(([, value]) => value !== false);
  return (
    <Card title={t('apps.start.values')} lead={t('apps.start.values.lead')}>
      <DataList
        items={Object.fromEntries(
          values.map(([label, value]) => [
            label,
            value && (
              <span className="flex items-center justify-between gap-x-2">
                <LongValue value={value} />
                <Button
                  look="ghost"
                  className="shrink-0"
                  aria-label={t('code.copy.named', { name: label })}
                  onClick={() => void copyText(value, 'code.copied')}
                  text="account.copy"
                />
              </span>
            ),
          ]),
        )}
      />
    </Card>
  );
}

/**
 * Shows a URL or another value as code. A line breaks after characters such as a slash or a hyphen, and inside a word
 * only if the word is wider than the line. Not every browser breaks after a slash without `wbr`.
 */
function LongValue({ value }: { value: string }) {
  const parts = value.match(/[^/?&=-]+[/?&=-]*|[/?&=-]+/g) ?? [];
  return (
    <code className="min-w-0 wrap-anywhere" translate="no">
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- only the position identifies a part
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  );
}
