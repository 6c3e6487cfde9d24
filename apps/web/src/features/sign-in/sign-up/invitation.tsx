import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { fallbackPath, paths } from '#navigation/paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ButtonLink, TextLink } from '#shared/ui/button.tsx';
import { StateMark } from '#shared/ui/feedback/state-mark.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { useAuth } from '#state/auth.ts';
import { signupEvents } from '#state/signup.ts';

/** Returns whether the last part of `/qr/…` is a member's referral code: eight characters of Crockford's base32. */
export const isInvitationCode = (id: string): boolean => /^[0-9A-HJKMNP-TV-Z]{8}$/i.test(id);

/**
 * Opens the sign-up from a member's invitation and keeps the referral code. Signed-in users already have an account.
 */
export function Invitation({ code }: { code: string }) {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { search } = useLocation();
  // Writes the code to storage.
  useEffect(() => {
    if (!isAuthenticated) signupEvents.detailsGiven({ referralCode: code.toUpperCase() });
  }, [isAuthenticated, code]);
  if (isAuthenticated) return <AlreadySignedIn />;
  return <Navigate replace to={{ pathname: paths.signUpOtp, search }} />;
}

function AlreadySignedIn() {
  const t = useT();
  return (
    <>
      <StateMark tone="info" />
      <PageTitle
        className="mt-6"
        title={t('signUp.invitation.signedIn')}
        lead={t('signUp.invitation.signedIn.text')}
      />
      <ButtonLink isWide className="mt-6" to={fallbackPath}>
        {t('signUp.invitation.toAccount')}
      </ButtonLink>
      <p className="mt-4 text-center">
        <TextLink isPlain to={paths.inviteFriends}>
          {t('signUp.invitation.inviteOthers')}
        </TextLink>
      </p>
    </>
  );
}
