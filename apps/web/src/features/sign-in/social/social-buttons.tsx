import { useEffect, useState } from 'react';
import { BlockedNotice } from '#session/social/blocked-notice.tsx';
import { ProviderMark } from '#session/social/provider-mark.tsx';
import { type Provider, providerNames } from '#session/social/providers.ts';
import { failureText } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, LinkButton } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { useSso } from '#state/sso.ts';
import { useSignInWith } from './sign-in-with.ts';

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' | 'blocked' | 'cancelled'; readonly provider: Provider }
  | { readonly kind: 'failed'; readonly text: string };

/** One button for each configured provider. The code that speaks to a provider loads when a button is pressed. */
export function SocialButtons({ providers }: { providers: readonly Provider[] }) {
  const t = useT();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const signInWith = useSignInWith();

  // The page came back from the browser's cache: the person returned from the provider without an answer.
  useEffect(() => {
    const restore = ({ persisted }: PageTransitionEvent) => persisted && setState({ kind: 'idle' });
    addEventListener('pageshow', restore);
    return () => removeEventListener('pageshow', restore);
  }, []);

  const press = async (provider: Provider, redirects = false) => {
    if (state.kind === 'busy') return;
    setState({ kind: 'busy', provider });
    try {
      const [{ askProvider }] = await Promise.all([
        import('#session/social/ask-provider.ts'),
        loadTexts('social'),
      ]);
      const isPopup = useSso.getState().settings?.mode === 'window';
      const asked = await askProvider(provider, {
        start: () => api.post('/vid/ajax/auth/login/social/start', { body: { provider, isPopup } }),
        redirects,
      });
      if (asked.kind === 'proof') {
        // After a sign-in, the access rule of the page opens the next one.
        if ((await signInWith(asked.proof)) === 'opened') setState({ kind: 'idle' });
      } else if (asked.kind !== 'left') setState({ kind: asked.kind, provider });
    } catch (error) {
      setState({ kind: 'failed', text: failureText(error) });
    }
  };

  return (
    <>
      <fieldset>
        <legend className="mx-auto mb-4 text-sm text-muted">{t('auth.signIn.orWith')}</legend>
        <div className="flex flex-wrap gap-3">
          {providers.map((provider) => (
            <Button
              key={provider}
              look="secondary"
              className="flex-1 flex-col px-2! text-sm"
              icon={<ProviderMark provider={provider} />}
              isBusy={state.kind === 'busy' && state.provider === provider}
              onClick={() => void press(provider)}
            >
              {providerNames[provider]}
            </Button>
          ))}
        </div>
      </fieldset>
      <div className="mt-4">
        {state.kind === 'failed' && <Alert text={state.text} />}
        {state.kind === 'blocked' && <BlockedNotice provider={state.provider} />}
        {state.kind === 'cancelled' && (
          <output className="block text-label text-muted">
            {t('social.popupClosed', { provider: providerNames[state.provider] })}{' '}
            <LinkButton onClick={() => void press(state.provider, true)}>
              {t('social.inThisWindow')}
            </LinkButton>
          </output>
        )}
      </div>
    </>
  );
}
