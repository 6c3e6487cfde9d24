import { Suspense, useEffect } from 'react';
import { takeStep, useOpenNextPage } from '#journeys/run.ts';
import { inJourney } from '#journeys/in-journey.tsx';
import { socialSignUpJourney } from '#journeys/social-sign-up.ts';
import { neededPart } from '#navigation/lazy-part.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { useLoad } from '#shared/hooks/use-call.ts';
import { Loading, Retry } from '#shared/ui/feedback/loader.tsx';
import { ExpiredSignUp } from './expired-sign-up.tsx';
import { loadPendingSignUp } from './pending-sign-up.ts';

// A sign-up shows only one of the two forms, so each form loads on demand.
const LinkForm = neededPart(() => import('./link-form.tsx'), 'LinkForm');
const NewAccountForm = neededPart(() => import('./new-account-form.tsx'), 'NewAccountForm');

const load = () => loadPendingSignUp({ withPhone: true });

function ConfirmPassword() {
  const openNextPage = useOpenNextPage(socialSignUpJourney);
  const { data, error, run } = useLoad(load);
  // Navigates once the server has reported that the code is no longer valid.
  useEffect(() => {
    if (failedWith(error, 'OTP_TOKEN_INVALID'))
      openNextPage(takeStep(socialSignUpJourney, 'verificationExpired'));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `openNextPage` is new in each render
  }, [error]);
  if (data !== null)
    return (
      <Suspense fallback={<Loading />}>
        {data.hasAccount === true ? <LinkForm pending={data} /> : <NewAccountForm pending={data} />}
      </Suspense>
    );
  if (failedWith(error, 'SOCIAL_SIGN_UP_EXPIRED')) return <ExpiredSignUp />;
  if (error === null || failedWith(error, 'OTP_TOKEN_INVALID')) return <Loading />;
  return (
    <div className="grid gap-4">
      <Retry error={error} onRetry={() => void run(load)} />
    </div>
  );
}

export const ConfirmPasswordPage = inJourney(socialSignUpJourney, ConfirmPassword);
