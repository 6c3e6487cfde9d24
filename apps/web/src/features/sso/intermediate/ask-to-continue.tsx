import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { paths } from '#navigation/paths.ts';
import { chooseOnWay, type OpenPage } from '#features/sso/flow/sso-run.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { Button } from '#shared/ui/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { shownName, useAuth } from '#state/auth.ts';
import { useSso } from '#state/sso.ts';
import { ApplicationMark } from '#features/sso/application-mark.tsx';
import { PersonCard } from './person-card.tsx';

/** "Continue to APP as NAME, or use another account", for whoever came already signed in. */
export function AskToContinue() {
  const t = useT();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const application = useSso((state) => state.application);
  const isAsking = useSso((state) => state.step === 'asking' || state.step === 'requesting');
  const isLeaving = useSso((state) => state.step === 'leaving');
  const profile = useAuth((state) => state.profile);
  // Anything else is decided at the landing page: a session that has ended, a request that is not yet validated.
  if ((!isAsking && !isLeaving) || application === null || profile === null)
    return <Navigate replace to={paths.home} />;

  const open: OpenPage = (path) => void navigate(path, { replace: true });
  const goOn = async () => {
    setIsBusy(true);
    await chooseOnWay('mayGoOn', open);
    setIsBusy(false);
  };
  const phone = formatPhone(profile.phone);
  const name = shownName(profile);
  return (
    <>
      <ApplicationMark {...application} className="mb-4 size-14" />
      <PageTitle title={t('sso.continueTo', { app: application.name })} lead={t('sso.ask.lead')} />
      <PersonCard name={name} detail={phone} />
      <div className="mt-6 grid gap-3">
        <Button isWide isBusy={isBusy || isLeaving} onClick={() => void goOn()}>
          {name === null ? t('sso.continue') : t('sso.continueAs', { name })}
        </Button>
        <Button look="secondary" isWide onClick={() => void chooseOnWay('otherChosen', open)}>
          {t('sso.otherAccount')}
        </Button>
      </div>
    </>
  );
}
