import type { MissingDetail } from '@vid/contract/sso/required-details';
import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { fallbackPath, paths } from '#navigation/paths.ts';
import { ssoEvents, useSso } from '#state/sso.ts';
import { Interaction } from './interaction.tsx';
import { maskPhone } from '#shared/lib/phone/phone.ts';
import { shownName, useAuth } from '#state/auth.ts';
import { chooseSso, findMissingDetail, type OpenPage } from '#features/sso/flow/sso-run.ts';
import { AskForDetail } from './ask-for-detail.tsx';
import { ConsentScreen } from './consent-screen.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { ApplicationMark } from '#shared/ui/display/application-mark.tsx';

export function IntermediatePage() {
  const [query] = useSearchParams();
  // Read only once, because signing out clears the settings while the browser is still on this page.
  const [settings] = useState(() => useSso.getState().settings);
  const uid = query.get('uid');
  if (uid !== null && /^[\w-]{10,64}$/.test(uid)) return <Interaction key={uid} uid={uid} />;
  if (settings === null) return <Navigate replace to={paths.home} />;
  return settings.action === 'logout' ? <AskToSignOut /> : <AskToContinue />;
}

/**
 * Asks the user to continue a sign-on request of the community's protocol: "continue to APP as NAME, or use another
 * account" for a user who arrived signed in, and consent for a third-party application.
 */
function AskToContinue() {
  const navigate = useNavigate();
  const application = useSso((state) => state.application);
  const step = useSso((state) => state.step);
  const profile = useAuth((state) => state.profile);
  const [asked, setAsked] = useState<MissingDetail>();
  const isBusy = step === 'requesting' || step === 'leaving';
  // The landing page handles every other step, such as an ended session or a request that is not validated yet.
  if ((step !== 'asking' && !isBusy) || application === null || profile === null)
    return <Navigate replace to={paths.home} />;

  const open: OpenPage = (path) => void navigate(path, { replace: true });
  const refuse = () => void chooseSso('consentRefused', open);
  // Keeps the form shown after the save. Otherwise the screen below would flash until the landing page is open.
  const missing = asked ?? findMissingDetail(application, profile);
  if (missing !== asked) setAsked(missing);
  if (missing !== undefined)
    return (
      <AskForDetail
        missing={missing}
        application={application}
        accountId={profile.id}
        // The landing page continues the request, and returns to this page if the request needs consent.
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
      domain={application.domain}
      person={{ ...profile, name: shownName(profile), phone: maskPhone(profile.phone) }}
      scopes={needsConsent ? scopes : null}
      isBusy={isBusy}
      onContinue={() => void chooseSso(needsConsent ? 'consentGiven' : 'readyToContinue', open)}
      onOther={() => void chooseSso('otherAccountChosen', open)}
      {...(needsConsent ? { onRefuse: refuse } : {})}
    />
  );
}

/**
 * Asks the user to confirm a sign-out by link (`action=logout`). Any page may contain such a link, so it does not prove
 * the user's intent.
 */
function AskToSignOut() {
  const t = useT();
  const navigate = useNavigate();
  // Read only once, because signing out clears the request while the browser is still leaving.
  const [application] = useState(() => useSso.getState().application);
  const [isLeaving, setIsLeaving] = useState(false);
  const isAsked = useSso((state) => state.step === 'asking');
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const open: OpenPage = (path) => void navigate(path, { replace: true });
  // The landing page handles every other step, such as an ended session or a request that is not validated yet.
  if (!isLeaving && (!isAsked || !isAuthenticated || application === null))
    return <Navigate replace to={paths.home} />;
  if (application === null) return null;

  const signOut = () => {
    setIsLeaving(true);
    void chooseSso('signOutRequested', open);
  };
  const stay = () => {
    setIsLeaving(true);
    open(fallbackPath);
    ssoEvents.reset();
  };
  return (
    <>
      <ApplicationMark {...application} className="mb-4 size-14" />
      <PageTitle
        title={t(isLeaving ? 'sso.logout.leaving' : 'sso.logout.title')}
        lead={t('sso.logout.byApp', { app: application.name })}
      />
      <div className="mt-6 grid gap-3">
        <Button isWide isBusy={isLeaving} onClick={signOut} text="common.signOut" />
        {!isLeaving && <Button look="secondary" isWide onClick={stay} text="sso.logout.stay" />}
      </div>
    </>
  );
}
