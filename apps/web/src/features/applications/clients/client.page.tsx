import { defaultFormerSecretEnd, formerSecretEnds } from '@vid/contract/limits';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import * as v from 'valibot';
import { areaPaths } from '#navigation/area-paths.ts';
import { ActionButton } from '#session/action-dialog.tsx';
import { whenDone } from '#shared/api/when-done.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, ButtonLink } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { ChoiceCards } from '#shared/ui/fields/choice-cards.tsx';
import { BoneBadges, BoneButtons, BoneFields } from '#shared/ui/feedback/skeleton.tsx';
import { Card, DetailPage, Page } from '#shared/ui/page/page.tsx';
import { ClientForm } from './client-form.tsx';
import {
  type ClientDetail,
  clientPath,
  clientsPath,
  type Registered,
  useClient,
  useClientActions,
} from './clients.ts';
import { ClientStatus } from './clients.page.tsx';
import { ManagementCard } from './management-card.tsx';
import { ClientSecretDialog } from './secret-dialog.tsx';
import { Failure, shownFailure } from '#shared/ui/feedback/load-state.tsx';

export function ClientPage() {
  const t = useT();
  const { appId = '', clientId = '' } = useParams();
  return (
    <DetailPage
      back={{ to: clientsPath(appId), text: t('apps.clients.back') }}
      query={useClient(appId, clientId)}
      notFound={{ title: t('apps.clients.notFound') }}
      skeleton={
        <Page
          title={undefined}
          lead={
            <BoneBadges texts={[t('apps.clients.kind.web'), t('apps.clients.status.active'), clientId]} />
          }
          actions={<BoneButtons texts={[t('apps.start.open'), t('apps.doctor.open')]} />}
        >
          <Card title={t('list.settings')}>
            <BoneFields labels={[t('apps.clients.name'), t('apps.clients.redirectUris')]} />
          </Card>
        </Page>
      }
    >
      {(client) => <ClientSettings appId={appId} client={client} />}
    </DetailPage>
  );
}

function ClientSettings({ appId, client }: { appId: string; client: ClientDetail }) {
  const t = useT();
  const { change } = useClientActions(appId, client.id);
  const [made, setMade] = useState<Registered | null>(null);
  return (
    <Page
      title={client.name}
      lead={
        <span className="flex flex-wrap items-center gap-3">
          {t(`apps.clients.kind.${client.kind}`)}
          <ClientStatus status={client.status} />
          <bdi className="text-label wrap-anywhere">{client.id}</bdi>
        </span>
      }
      actions={
        <>
          <ButtonLink look="secondary" to={clientPath(appId, client.id, areaPaths.appClientStart)}>
            {t('apps.start.open')}
          </ButtonLink>
          <ButtonLink look="secondary" to={clientPath(appId, client.id, areaPaths.appClientDoctor)}>
            {t('apps.doctor.open')}
          </ButtonLink>
        </>
      }
    >
      <Card title={t('list.settings')}>
        <ClientForm
          client={client}
          onSubmit={async (_input, changes) => {
            setMade(await change.mutateAsync(changes));
          }}
        />
      </Card>
      {client.kind === 'machine' && <ManagementCard appId={appId} client={client} />}
      {client.keys.length > 0 && <KeysCard keys={client.keys} />}
      {client.secrets.length > 0 && <SecretsCard appId={appId} client={client} onMade={setMade} />}
      <EndCard appId={appId} client={client} />
      <ClientSecretDialog made={made} onClose={() => setMade(null)} />
    </Page>
  );
}

function EndCard({ appId, client }: { appId: string; client: ClientDetail }) {
  const t = useT();
  const navigate = useNavigate();
  const { setStatus, remove } = useClientActions(appId, client.id);
  const isActive = client.status === 'active';
  const confirmRemoval = async () => {
    await remove.mutateAsync();
    void navigate(clientsPath(appId));
  };
  return (
    <Card
      title={t('apps.clients.end')}
      lead={t(isActive ? 'apps.clients.end.lead' : 'apps.clients.end.disabled')}
    >
      <Failure error={setStatus.error} />
      <div className="flex flex-wrap gap-3">
        <Button
          look="secondary"
          isBusy={setStatus.isPending}
          onClick={() => setStatus.mutate({ status: isActive ? 'disabled' : 'active' })}
          text={isActive ? 'apps.clients.disable' : 'apps.clients.enable'}
        />
        <ActionButton
          button={{ look: 'danger' }}
          title={t('apps.clients.remove.title', { name: client.name })}
          text={t('apps.clients.remove.text')}
          value={client.name}
          action={t('apps.clients.remove')}
          isDangerous
          onConfirm={confirmRemoval}
          done="apps.clients.removed"
        />
      </div>
    </Card>
  );
}

function KeysCard({ keys }: { keys: ClientDetail['keys'] }) {
  const t = useT();
  return (
    <Card title={t('apps.clients.keys')}>
      <ul className="divide-y divide-line">
        {keys.map(({ kid, kty, alg }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- keys may share an id, and the list changes as a whole
          <li key={index} className="flex flex-wrap justify-between gap-x-4 py-3">
            {kid === null ? t('apps.clients.keys.noId') : <code className="break-all">{kid}</code>}
            <span className="text-muted">{alg ?? kty}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Props = { appId: string; client: ClientDetail; onMade: (made: Registered) => void };

function SecretsCard({ appId, client, onMade }: Props) {
  const t = useT();
  const { rotate, endFormer } = useClientActions(appId, client.id);
  const former = client.secrets.find(({ expiresAt }) => expiresAt !== null)?.expiresAt;
  return (
    <Card title={t('apps.clients.secrets')} lead={t('apps.clients.secrets.lead')}>
      <Alert text={shownFailure(rotate.error)} />
      <ul className="mb-4 divide-y divide-line">
        {client.secrets.toReversed().map(({ createdAt, expiresAt }) => (
          <li key={createdAt} className="digits py-3">
            {expiresAt === null
              ? t('apps.clients.secret.current', { created: formatDateTime(createdAt) })
              : t('apps.clients.secret.former', { end: formatDateTime(expiresAt) })}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <ActionButton
          button={{ look: 'secondary', isBusy: rotate.isPending }}
          title={t('apps.clients.rotate.title')}
          text={
            <>
              {t(client.kind === 'machine' ? 'apps.clients.rotate.machine' : 'apps.clients.rotate.text')}{' '}
              {former && t('apps.clients.rotate.older', { end: formatDateTime(former) })}
            </>
          }
          action={t('apps.clients.rotate')}
          rules={rotationRules}
          // The password dialog must not open on top of this dialog, so the dialog closes without waiting for the
          // response.
          onConfirm={(choice) => whenDone(rotate.mutateAsync(choice), onMade)}
        >
          <ChoiceCards
            name="formerEnds"
            label={t('apps.clients.rotate.former')}
            defaultValue={defaultFormerSecretEnd}
            choices={formerSecretEnds.map((value) => ({
              value,
              label: t(`apps.clients.rotate.former.${value}`),
              hint: t(`apps.clients.rotate.former.${value}.hint`),
            }))}
          />
        </ActionButton>
        {former && (
          <ActionButton
            button={{ look: 'danger', isBusy: endFormer.isPending }}
            title={t('apps.clients.endFormer.title')}
            text={t('apps.clients.endFormer.text')}
            action={t('apps.clients.endFormer')}
            isDangerous
            removesOpener
            onConfirm={() => endFormer.mutateAsync()}
          />
        )}
      </div>
    </Card>
  );
}

const rotationRules = v.object({ formerEnds: v.picklist(formerSecretEnds) });
