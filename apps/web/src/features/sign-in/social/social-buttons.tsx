import { type ReactNode, useEffect, useState } from 'react';
import { ProviderMark } from '#session/social/provider-mark.tsx';
import { offeredProviders, type Provider, providerNames, providers } from '#session/social/providers.ts';
import { failureText } from '#shared/api/api-failure.ts';
import { takeEarlyPress } from '#shared/forms/early-forms.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { readBoot } from '#shared/lib/boot.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';

/**
 * One button for each configured provider. The provider's code loads when a button is pressed. The prerendered page has
 * the buttons of all providers, because the build does not know which are configured.
 */
export function SocialButtons() {
  const t = useT();
  const [offered, setOffered] = useState<readonly Provider[]>();
  const [busy, setBusy] = useState<Provider | null>(null);
  const [attempt, setAttempt] = useState<ReactNode>(null);
  const stop = () => setBusy(null);

  // Resets the state when the browser restores the page from its cache, because the user came back from the provider
  // without a response.
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

  // Reads the boot data of the page, and presses the button that was pressed before this code had loaded.
  useEffect(() => {
    const configured = offeredProviders(readBoot().social);
    // Keep the order of the prerendered page.
    const listed = providers.filter((provider) => configured.includes(provider));
    // oxlint-disable-next-line react/set-state-in-effect -- the first render must equal the prerendered page
    setOffered(listed);
    const pressed = listed.find(takeEarlyPress);
    if (pressed !== undefined) void press(pressed);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- on mount only
  }, []);

  return (
    <>
      <fieldset>
        <legend className="mx-auto mb-4 text-sm text-muted">{t('auth.signIn.orWith')}</legend>
        <div className="flex flex-wrap gap-3">
          {(offered ?? providers).map((provider) => (
            <Button
              key={provider}
              look="secondary"
              className="flex-1 flex-col px-2! text-sm"
              icon={<ProviderMark provider={provider} />}
              isBusy={busy === provider}
              data-provider={provider}
              data-early={offered ? undefined : provider}
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
