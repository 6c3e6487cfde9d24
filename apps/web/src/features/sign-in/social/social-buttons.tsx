import { type ReactNode, useEffect, useState } from 'react';
import { ProviderMark } from '#session/social/provider-mark.tsx';
import { type Provider, providerNames } from '#session/social/providers.ts';
import { failureText } from '#shared/api/api-failure.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';

/** Shows one button for each configured provider. The provider's code loads when a button is pressed. */
export function SocialButtons({ providers }: { providers: readonly Provider[] }) {
  const t = useT();
  const [busy, setBusy] = useState<Provider | null>(null);
  const [attempt, setAttempt] = useState<ReactNode>(null);
  const stop = () => setBusy(null);

  // Resets the state when the browser restores the page from its cache, because the user came back from the provider
  // without an answer.
  useEffect(() => {
    const restore = ({ persisted }: PageTransitionEvent) => persisted && setBusy(null);
    addEventListener('pageshow', restore);
    return () => removeEventListener('pageshow', restore);
  }, []);

  const press = async (provider: Provider) => {
    if (busy !== null) return;
    setBusy(provider);
    try {
      const [{ SocialSignIn }] = await Promise.all([import('./social-sign-in.tsx'), loadTexts('social')]);
      setAttempt(
        <SocialSignIn key={Date.now()} provider={provider} onRetry={() => setBusy(provider)} onStop={stop} />,
      );
    } catch (error) {
      setAttempt(<Alert text={failureText(error)} />);
      stop();
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
              isBusy={busy === provider}
              onClick={() => void press(provider)}
            >
              {providerNames[provider]}
            </Button>
          ))}
        </div>
      </fieldset>
      <div className="mt-4">{attempt}</div>
    </>
  );
}
