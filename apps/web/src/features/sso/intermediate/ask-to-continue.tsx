import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { paths } from '#navigation/paths.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { shownName, useAuth } from '#state/auth.ts';
import { useSso } from '#state/sso.ts';
import { lacksName } from '#features/sso/flow/lacks-name.ts';
import { chooseSso, type OpenPage } from '#features/sso/flow/sso-run.ts';
import { AskForName } from './ask-for-name.tsx';
import { ConsentScreen } from './consent-screen.tsx';

/**
 * Masks a phone number as the server does for OpenID Connect screens, so that its owner still recognises the number.
 */
const maskPhone = (phone: string): string => `${phone.slice(0, 5)}•••••${phone.slice(-2)}`;

/**
 * Asks the user to continue a sign-on request of the community's protocol: "continue to APP as NAME, or use another
 * account" for a user who arrived signed in, and consent for a third-party application.
 */
export function AskToContinue() {
  const navigate = useNavigate();
  const application = useSso((state) => state.application);
  const step = useSso((state) => state.step);
  const profile = useAuth((state) => state.profile);
  const [isNaming, setIsNaming] = useState(false);
  const isBusy = step === 'requesting' || step === 'leaving';
  // The landing page handles every other step, such as an ended session or a request that is not validated yet.
  if ((step !== 'asking' && !isBusy) || application === null || profile === null)
    return <Navigate replace to={paths.home} />;

  const open: OpenPage = (path) => void navigate(path, { replace: true });
  const refuse = () => void chooseSso('consentRefused', open);
  // Keeps the name form shown after the save. Otherwise the screen below would flash until the landing page is open.
  if (!isNaming && lacksName(application, profile)) setIsNaming(true);
  if (isNaming)
    return (
      <AskForName
        application={application}
        accountId={profile.id}
        // The landing page continues the request, and returns here if it needs consent.
        onSaved={() => open(paths.home)}
        onOther={() => void chooseSso('otherAccountChosen', open)}
        onRefuse={refuse}
      />
    );
  const { scopes } = application;
  const needsConsent = scopes.length > 0;
  return (
    <ConsentScreen
      application={application}
      name={shownName(profile)}
      phone={formatPhone(maskPhone(profile.phone))}
      scopes={needsConsent ? scopes : null}
      isBusy={isBusy}
      onContinue={() => void chooseSso(needsConsent ? 'consentGiven' : 'readyToContinue', open)}
      onOther={() => void chooseSso('otherAccountChosen', open)}
      {...(needsConsent ? { onRefuse: refuse } : {})}
    />
  );
}
