import { Waiting } from '#shared/ui/feedback/loader.tsx';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { basePath, paths } from '#navigation/paths.ts';
import { takeSignedInPath } from '#navigation/login-target.ts';
import { BlockedNotice } from '#session/social/blocked-notice.tsx';
import { inAppBrowser } from '#shared/lib/browser/in-app-browser.ts';
import { providerNames, readReturn } from '#session/social/providers.ts';
import { failedWith, failureText } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ButtonLink } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { commonEvents } from '#state/common.ts';
import { useSignInWith } from './sign-in-with.ts';

export function ReceptionPage() {
  const t = useT();
  const navigate = useNavigate();
  const signInWith = useSignInWith();
  const [returned] = useState(() => readReturn(location.search));
  const [failure, setFailure] = useState<{ text: string; isBlocked: boolean } | null>(null);
  const isLink = returned?.intent === 'link';
  const back = isLink ? areaPaths.userLinkedAccounts : paths.signIn;

  const receive = async () => {
    // Keep the provider's code out of the browser's history.
    history.replaceState(history.state, '', `${basePath}${paths.reception}`);
    if (returned === null || returned.code === null) {
      // The user cancelled the sign-in at the provider, or opened this page without a response.
      void navigate(back, { replace: true });
      return;
    }
    const proof = { provider: returned.provider, oauthCode: returned.code, state: returned.state };
    try {
      if (isLink) {
        await api.post('/vid/api/users/identities', { body: proof });
        commonEvents.succeeded('social.linked');
        void navigate(back, { replace: true });
      } else if ((await signInWith(proof)) === 'signedIn') {
        void navigate(takeSignedInPath(), { replace: true });
      }
    } catch (error) {
      // An in-app browser may have dropped the cookie that identifies the flow to the server.
      const isBlocked = failedWith(error, 'SOCIAL_INVALID') && !isLink && inAppBrowser() !== null;
      setFailure({ text: failureText(error), isBlocked });
    }
  };
  // Sends the provider's code to the server.
  useEffect(() => {
    void receive();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- on mount only
  }, []);

  const provider = returned === null ? '' : providerNames[returned.provider];
  return (
    <StepPage title={t(isLink ? 'social.reception.link' : 'social.reception.title', { provider })}>
      {failure === null ? (
        <Waiting>{t('social.reception.waiting', { provider })}</Waiting>
      ) : (
        <>
          {failure.isBlocked && returned !== null ? (
            <BlockedNotice provider={returned.provider} />
          ) : (
            <Alert text={failure.text} />
          )}
          <ButtonLink isWide to={back}>
            {t(isLink ? 'social.reception.toSecurity' : 'social.reception.toSignIn')}
          </ButtonLink>
        </>
      )}
    </StepPage>
  );
}
