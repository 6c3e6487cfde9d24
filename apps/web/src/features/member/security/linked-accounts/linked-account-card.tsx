import { useMutation } from '@tanstack/react-query';
import { Suspense } from 'react';
import { neededPart } from '#navigation/lazy-part.ts';
import { ActionButton } from '#session/action-dialog.tsx';
import { ProviderMark } from '#session/social/provider-mark.tsx';
import { type Provider, providerNames } from '#session/social/providers.ts';
import { api } from '#shared/api/api.ts';
import { useChange, useRead, useRefresh } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { ignoring, whenDone } from '#shared/api/when-done.ts';
import { dot, formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, LinkButton } from '#shared/ui/controls/button.tsx';
import { Failure } from '#shared/ui/feedback/load-state.tsx';
import { BoneRows } from '#shared/ui/feedback/skeleton.tsx';
import { QueryCard, RowList } from '#shared/ui/page/page.tsx';
import { commonEvents } from '#state/common.ts';
import { UnlessHeld } from '#features/member/hold-notice.tsx';

export type LinkedAccounts = Answer<'GET /vid/api/users/identities'>;
type LinkedAccount = LinkedAccounts['identities'][number];

const BlockedNotice = neededPart(() => import('#session/social/blocked-notice.tsx'), 'BlockedNotice');

export function LinkedAccountCard() {
  return (
    <QueryCard
      query={useRead('GET /vid/api/users/identities', {})}
      skeleton={<BoneRows count={2} mark="size-6" className="py-4" />}
    >
      {(accounts) => <Accounts accounts={accounts} />}
    </QueryCard>
  );
}

/** Outcome of a press. `left` means that the browser is leaving for the provider. */
type Linking = 'linked' | 'left' | 'cancelled' | 'blocked';

/** Links a social account. Loads the code for providers only when a button is pressed. */
async function link({ provider, redirects }: { provider: Provider; redirects: boolean }): Promise<Linking> {
  const { askProvider } = await import('#session/social/ask-provider.ts');
  const asked = await askProvider(provider, {
    start: () => api.post('/vid/api/users/identity-requests', { body: { provider } }),
    redirects,
  });
  if (asked.kind !== 'proof') return asked.kind;
  await api.post('/vid/api/users/identities', { body: asked.proof });
  return 'linked';
}

/** Unlinks a social account. Succeeds if the account is already unlinked. */
const unlink = (provider: Provider) =>
  api
    .delete('/vid/api/users/identities/:provider', { params: { provider } })
    .catch(ignoring('SOCIAL_NOT_LINKED'));

function Accounts({ accounts: { identities, addable } }: { accounts: LinkedAccounts }) {
  const t = useT();
  const refresh = useRefresh('users/identities', 'users/history');
  const linking = useMutation({
    mutationFn: link,
    onSuccess: async (done) => {
      if (done !== 'linked') return;
      commonEvents.succeeded('social.linked');
      await refresh();
    },
  });
  const unlinking = useChange(unlink, 'users/identities', 'users/history');
  const press = (provider: Provider, redirects = false) => {
    unlinking.reset();
    linking.mutate({ provider, redirects });
  };
  const remove = (provider: Provider) => {
    linking.reset();
    whenDone(unlinking.mutateAsync(provider), () => commonEvents.succeeded('social.card.removed'));
  };
  const pressed = linking.variables?.provider;
  const isLeaving = linking.data === 'left';
  return (
    <>
      <RowList
        rows={identities}
        rowKey={({ provider }) => provider}
        none={t('social.card.none')}
        className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4"
      >
        {(identity) => (
          <AccountItem
            identity={identity}
            isBusy={unlinking.isPending && unlinking.variables === identity.provider}
            onRemove={() => remove(identity.provider)}
          />
        )}
      </RowList>
      <UnlessHeld change="social">
        {addable.length > 0 && (
          <div className="mt-4 flex flex-wrap gap-3">
            {addable.map((provider) => (
              <Button
                key={provider}
                look="secondary"
                className="w-full sm:w-auto"
                icon={<ProviderMark provider={provider} />}
                isBusy={(linking.isPending || isLeaving) && pressed === provider}
                onClick={() => press(provider)}
              >
                {t('social.reception.link', { provider: providerNames[provider] })}
              </Button>
            ))}
          </div>
        )}
      </UnlessHeld>
      <Failure error={linking.error ?? unlinking.error} className="mt-4" />
      {linking.data === 'blocked' && pressed && (
        <div className="mt-4">
          <Suspense fallback={null}>
            <BlockedNotice provider={pressed} />
          </Suspense>
        </div>
      )}
      <output className={linking.data === 'cancelled' ? 'mt-4 block text-label text-muted' : 'sr-only'}>
        {linking.data === 'cancelled' && pressed && (
          <>
            {t('social.popupClosed', { provider: providerNames[pressed] })}{' '}
            <LinkButton onClick={() => press(pressed, true)}>{t('social.inThisWindow')}</LinkButton>
          </>
        )}
      </output>
    </>
  );
}

type Props = { identity: LinkedAccount; isBusy: boolean; onRemove: () => void };

function AccountItem({ identity: { provider, name, linkedAt }, isBusy, onRemove }: Props) {
  const t = useT();
  const names = { provider: providerNames[provider] };
  return (
    <>
      <ProviderMark provider={provider} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold break-words">
          {providerNames[provider]}
          {name !== null && (
            <>
              {dot}
              <bdi>{name}</bdi>
            </>
          )}
        </p>
        <p className="mt-1 text-sm text-muted">
          <time dateTime={linkedAt}>{t('social.card.since', { date: formatDateTime(linkedAt) })}</time>
        </p>
      </div>
      <ActionButton
        button={{
          look: 'secondary',
          className: 'w-full sm:w-auto',
          'aria-label': t('social.card.removeNamed', names),
          isBusy,
        }}
        title={t('social.card.remove.title', names)}
        text={t('social.card.remove.text', names)}
        action={t('social.card.remove')}
        keep={t('social.card.keep')}
        isDangerous
        // The password dialog must not open on top of this dialog, so the dialog does not wait for the response.
        onConfirm={onRemove}
      />
    </>
  );
}
