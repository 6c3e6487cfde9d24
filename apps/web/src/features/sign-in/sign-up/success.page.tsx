import { successCountdownSeconds } from '@vid/contract/limits';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { inJourney } from '#journeys/in-journey.tsx';
import { signUpJourney } from '#journeys/sign-up.ts';
import { takeSignedInPath } from '#navigation/login-target.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone/phone.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Countdown } from '#shared/ui/feedback/countdown.tsx';
import { StateTitle } from '#shared/ui/feedback/state-mark.tsx';
import { useAuth } from '#state/auth.ts';
import { signupEvents } from '#state/signup.ts';
import { useSso } from '#state/sso.ts';

/**
 * Names the account, as in "The account of Nguyễn Thị Ánh is ready"; shows the phone if the account has no name yet.
 */
function Owner() {
  const t = useT();
  const owner = useAuth(({ profile, user }) => user?.shownName ?? formatPhone(profile?.phone ?? ''));
  const parts = { owner: <bdi className="font-semibold whitespace-nowrap text-ink" /> };
  return owner === '' ? null : <Rich text={t('signUp.success.owner', { owner })} parts={parts} />;
}

function NextStep() {
  const t = useT();
  const application = useSso((state) => state.application);
  const leadsToProfile = useAuth(
    ({ user, loginRedirectTo }) => user?.isComplete !== true && loginRedirectTo === null,
  );
  if (application !== null)
    return (
      <p className="mt-4">
        <Rich
          text={t('signUp.success.nextApp', { app: application.name })}
          parts={{ app: <bdi className="font-semibold" /> }}
        />
      </p>
    );
  return leadsToProfile ? <p className="mt-4">{t('signUp.success.nextProfile')}</p> : null;
}

function InvitationCode() {
  const t = useT();
  const code = useAuth((state) => state.profile?.referralCode);
  if (code === undefined) return null;
  return (
    <section aria-label={t('signUp.success.invite')} className="mt-8 rounded-control border border-line p-4">
      <h2 className="text-label">{t('signUp.success.invite')}</h2>
      <p className="mt-1 text-lg font-semibold">
        <bdi dir="ltr" className="tracking-[0.05em] digits break-all select-all">
          {code}
        </bdi>
      </p>
      <p className="mt-1 text-sm text-muted">{t('signUp.success.inviteHint')}</p>
    </section>
  );
}

function SignUpSuccess() {
  const t = useT();
  const navigate = useNavigate();
  const [until] = useState(() => Date.now() + successCountdownSeconds * 1000);
  const leave = () => {
    void navigate(takeSignedInPath(), { replace: true });
    signupEvents.flowEnded();
  };
  return (
    <>
      <StateTitle tone="success" title={t('signUp.success.title')} lead={<Owner />} />
      <NextStep />
      <Button isWide className="mt-6" onClick={leave} text="signUp.success.continue" />
      <Countdown until={until} onEnd={leave} className="mt-2 text-center text-sm text-muted">
        {(seconds) => t('signUp.success.countdown', { seconds })}
      </Countdown>
      <InvitationCode />
    </>
  );
}

export const SignUpSuccessPage = inJourney(signUpJourney, SignUpSuccess);
