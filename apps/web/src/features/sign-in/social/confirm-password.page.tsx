import { useEffect } from 'react';
import { takeStep, useOpenNextPage } from '#journeys/run.ts';
import { socialSignUpJourney } from '#journeys/social-sign-up.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { useLoad } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Loading } from '#shared/ui/feedback/loader.tsx';
import { ExpiredSignUp } from './expired-sign-up.tsx';
import { LinkForm } from './link-form.tsx';
import { NewAccountForm } from './new-account-form.tsx';
import { loadPendingSignUp } from './pending-sign-up.ts';

const load = () => loadPendingSignUp({ withPhone: true });

export function ConfirmPasswordPage() {
  const t = useT();
  const openNextPage = useOpenNextPage(socialSignUpJourney);
  const { data, error, run } = useLoad(load);
  // Navigates once the server has reported that the code is no longer valid.
  useEffect(() => {
    if (failedWith(error, 'OTP_TOKEN_INVALID'))
      openNextPage(takeStep(socialSignUpJourney, 'verificationExpired'));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `openNextPage` is new in each render
  }, [error]);
  if (data !== null)
    return data.hasAccount === true ? <LinkForm pending={data} /> : <NewAccountForm pending={data} />;
  if (failedWith(error, 'SOCIAL_SIGN_UP_EXPIRED')) return <ExpiredSignUp />;
  if (error === null || failedWith(error, 'OTP_TOKEN_INVALID')) return <Loading />;
  return (
    <div className="mt-6 grid gap-4">
      <Alert text={shownMessage(error)} />
      <Button isWide onClick={() => void run(load)}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
