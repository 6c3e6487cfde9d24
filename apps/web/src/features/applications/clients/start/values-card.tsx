import { issuerOf, scopeOf, type SnippetClient } from '@vid/contract/snippets/snippet';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';
import { Card } from '#shared/ui/page/card.tsx';
import { DataList } from '#shared/ui/page/data-list.tsx';
import { LongValue } from './long-value.tsx';

export function ValuesCard({ client }: { client: SnippetClient }) {
  const t = useT();
  const isMachine = client.kind === 'machine';
  const issuer = issuerOf(client);
  const values = [
    { label: t('apps.start.issuer'), value: issuer },
    { label: t('apps.start.discovery'), value: `${issuer}/.well-known/openid-configuration` },
    ...(isMachine ? [] : [{ label: t('apps.start.authorize'), value: `${issuer}/auth` }]),
    { label: t('apps.start.token'), value: `${issuer}/token` },
    { label: t('apps.clients.id'), value: client.clientId },
    ...(isMachine ? [] : [{ label: t('apps.start.redirectUri'), value: client.redirectUri }]),
    { label: t('apps.start.scope'), value: isMachine ? client.scopes.join(' ') : scopeOf(client) },
    { label: t('apps.start.authMethod'), value: client.authMethod },
    ...(isMachine
      ? []
      : [
          { label: t('apps.start.pkce'), value: 'S256' },
          { label: t('apps.clients.alg'), value: client.idTokenAlg },
        ]),
  ];
  return (
    <Card title={t('apps.start.values')} lead={t('apps.start.values.lead')}>
      <DataList
        items={values.map(({ label, value }) => ({
          label,
          value: value && (
            <span className="flex flex-wrap items-center justify-between gap-x-2">
              <LongValue value={value} />
              <Button
                look="ghost"
                className="shrink-0"
                aria-label={t('code.copy.named', { name: label })}
                onClick={() => void copyText(value, 'code.copied')}
              >
                {t('code.copy')}
              </Button>
            </span>
          ),
        }))}
      />
    </Card>
  );
}
