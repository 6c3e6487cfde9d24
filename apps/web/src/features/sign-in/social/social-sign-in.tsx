import { useEffect, useState } from 'react';
import { askProvider } from '#session/social/ask-provider.ts';
import { BlockedNotice } from '#session/social/blocked-notice.tsx';
import { type Provider, providerNames } from '#session/social/providers.ts';
import { failureText } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { useSso } from '#state/sso.ts';
import { useSignInWith } from './sign-in-with.ts';

type Props = {
  provider: Provider;
  onRetry: () => void;
  /** Called if the attempt ends before the browser leaves for the provider. */
  onStop: () => void;
};

export function SocialSignIn({ provider, onRetry, onStop }: Props) {
  const t = useT();
  const signInWith = useSignInWith();
  const [failure, setFailure] = useState<string>();
  const [obstacle, setObstacle] = useState<'blocked' | 'cancelled'>();

  const signIn = async (redirects: boolean) => {
    try {
      const isPopup = useSso.getState().settings?.mode === 'window';
      const asked = await askProvider(provider, {
        start: () => api.post('/vid/ajax/auth/login/social/start', { body: { provider, isPopup } }),
        redirects,
      });
      if (asked.kind === 'left') return;
      // After a sign-in, the page's access rule opens the next page.
      if (asked.kind === 'proof') await signInWith(asked.proof);
      else setObstacle(asked.kind);
    } catch (error) {
      setFailure(failureText(error));
    }
    onStop();
  };
  // Asks the provider to identify the user.
  useEffect(() => {
    void signIn(false);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- on mount only
  }, []);
  const redirect = () => {
    setObstacle(undefined);
    onRetry();
    void signIn(true);
  };

  return (
    <>
      <Alert text={failure} />
      {obstacle === 'blocked' && <BlockedNotice provider={provider} />}
      <output className="block text-label text-muted">
        {obstacle === 'cancelled' && (
          <>
            {t('social.popupClosed', { provider: providerNames[provider] })}{' '}
            <LinkButton onClick={redirect}>{t('social.inThisWindow')}</LinkButton>
          </>
        )}
      </output>
    </>
  );
}
