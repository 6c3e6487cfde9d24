import { ProviderMark } from '#session/social/provider-mark.tsx';
import { providerNames } from '#session/social/providers.ts';
import { useT } from '#shared/i18n/use-t.ts';
import type { PendingSignUp } from './pending-sign-up.ts';

export function IdentityRow({ pending }: { pending: Pick<PendingSignUp, 'provider' | 'suggestion'> }) {
  const t = useT();
  const { provider, suggestion } = pending;
  const name = providerNames[provider];
  return (
    <div className="mt-4 flex items-center gap-3 rounded-control border border-line p-3">
      {suggestion.picture === null ? (
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-soft">
          <ProviderMark provider={provider} />
        </span>
      ) : (
        <img
          src={suggestion.picture}
          alt=""
          width={40}
          height={40}
          referrerPolicy="no-referrer"
          className="size-10 shrink-0 rounded-full bg-soft object-cover"
        />
      )}
      <div className="min-w-0">
        <p className="font-semibold break-words">
          <bdi>{suggestion.name ?? name}</bdi>
        </p>
        <p className="flex items-center gap-2 text-sm text-muted">
          <ProviderMark provider={provider} />
          {t('social.account', { provider: name })}
        </p>
      </div>
    </div>
  );
}
