import { referralCodeLength, typedCodeAlphabet } from '@vid/contract/limits';
import { StatePage } from '#shared/ui/feedback/state-mark.tsx';
import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { fallbackPath, paths } from '#navigation/paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { useAuth } from '#state/auth.ts';
import { signupEvents } from '#state/signup.ts';

const codeShape = new RegExp(`^[${typedCodeAlphabet}]{${referralCodeLength}}$`, 'iu');

/** Returns whether the last part of `/qr/…` has the form of a referral code. */
export const isInvitationCode = (id: string): boolean => codeShape.test(id);

/**
 * Opens the sign-up from a member's invitation and keeps the referral code. Signed-in users already have an account.
 */
export function Invitation({ code }: { code: string }) {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { search } = useLocation();
  // Writes the referral code to storage.
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
      <StatePage
        tone="info"
        title={t('signUp.invitation.signedIn')}
        lead={t('signUp.invitation.signedIn.text')}
        to={fallbackPath}
        action={t('signUp.invitation.toAccount')}
      />
      <p className="mt-4 text-center">
        <TextLink isPlain to={paths.inviteFriends} text="signUp.invitation.inviteOthers" />
      </p>
    </>
  );
}
