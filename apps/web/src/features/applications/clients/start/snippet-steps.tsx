import type { Snippet, SnippetClient } from '@vid/contract/snippets/snippet';
import { areaPaths } from '#navigation/area-paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ButtonLink, TextLink } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { CodeBlock } from '#shared/ui/code-block.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { clientPath } from '../clients.ts';
import { LongValue } from './long-value.tsx';

type Props = {
  client: SnippetClient;
  snippet: Snippet;
  registered: readonly string[];
};

export function SnippetSteps({ client, snippet, registered }: Props) {
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
          >
            {t('apps.doctor.open')}
          </ButtonLink>
        </div>
      </Card>
    </div>
  );
}
