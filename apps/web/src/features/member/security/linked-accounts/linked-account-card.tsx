import { Suspense, useState } from 'react';
import { neededPart } from '#navigation/lazy-part.ts';
import { ProviderMark } from '#session/social/provider-mark.tsx';
import { type Provider, providerNames } from '#session/social/providers.ts';
import { shownFailure } from '#session/reauthenticate.ts';
import { isCancelled } from '#shared/api/api-failure.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Button, LinkButton } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { AskDialog, type Question } from '#features/member/security/ask-dialog.tsx';
import {
  type LinkedAccount,
  type LinkedAccounts,
  useLinkAccount,
  useLinkedAccounts,
  useUnlinkAccount,
} from './linked-accounts.ts';

// Loaded only in a browser that cannot sign in with a provider.
const BlockedNotice = neededPart(async () => ({
  default: (await import('#session/social/blocked-notice.tsx')).BlockedNotice,
}));

/** Lists the social accounts that sign the member in. Hidden if no provider is configured and no account is linked. */
export function LinkedAccountCard() {
  const t = useT();
  const accounts = useLinkedAccounts();
  const hasFailed = accounts.isError && !isCancelled(accounts.error);
  const { data } = accounts;
  if (!hasFailed && (data === undefined || data.identities.length + data.addable.length === 0)) return null;
  return (
    <Card title={t('social.card.title')} lead={t('social.card.lead')}>
      {data ? (
        <Accounts accounts={data} />
      ) : (
        <LoadState query={accounts} title={t('social.card.loadFailed')} />
      )}
    </Card>
  );
}

function Accounts({ accounts: { identities, addable } }: { accounts: LinkedAccounts }) {
  const t = useT();
  const linking = useLinkAccount();
  const unlinking = useUnlinkAccount();
  const [asked, setAsked] = useState<Provider | null>(null);
  const press = (provider: Provider, redirects = false) => {
    unlinking.reset();
    linking.mutate({ provider, redirects });
  };
  const questionOf = (provider: Provider): Question => {
    const names = { provider: providerNames[provider] };
    return {
      title: t('social.card.remove.title', names),
      text: t('social.card.remove.text', names),
      action: t('social.card.remove'),
      keep: t('social.card.keep'),
      isDangerous: true,
      onConfirm: () => {
        linking.reset();
        unlinking.mutate(provider);
      },
    };
  };
  const pressed = linking.variables?.provider;
  const isLeaving = linking.data === 'left';
  const failure = shownFailure(linking.error ?? unlinking.error);
  return (
    <>
      {identities.length === 0 ? (
        <p className="text-muted">{t('social.card.none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {identities.map((identity) => (
            <AccountItem
              key={identity.provider}
              identity={identity}
              isBusy={unlinking.isPending && unlinking.variables === identity.provider}
              onRemove={() => setAsked(identity.provider)}
            />
          ))}
        </ul>
      )}
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
              {t('social.card.add', { provider: providerNames[provider] })}
            </Button>
          ))}
        </div>
      )}
      <div className={failure && 'mt-4'}>
        <Alert text={failure} />
      </div>
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
      <AskDialog question={asked && questionOf(asked)} onClose={() => setAsked(null)} />
    </>
  );
}

function AccountItem({
  identity: { provider, name, linkedAt },
  isBusy,
  onRemove,
}: {
  identity: LinkedAccount;
  isBusy: boolean;
  onRemove: () => void;
}) {
  const t = useT();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <ProviderMark provider={provider} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold break-words">
          {providerNames[provider]}
          {name !== null && (
            <>
              {' · '}
              <bdi>{name}</bdi>
            </>
          )}
        </p>
        <p className="mt-1 text-sm text-muted">
          <time dateTime={linkedAt}>{t('social.card.since', { date: formatDateTime(linkedAt) })}</time>
        </p>
      </div>
      <Button
        look="secondary"
        className="w-full sm:w-auto"
        aria-label={t('social.card.removeNamed', { provider: providerNames[provider] })}
        isBusy={isBusy}
        onClick={onRemove}
      >
        {t('social.card.remove')}
      </Button>
    </li>
  );
}
