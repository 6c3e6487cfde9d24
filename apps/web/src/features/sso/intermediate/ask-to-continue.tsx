import { Navigate, useNavigate } from 'react-router';
import { paths } from '#navigation/paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { Button } from '#shared/ui/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { shownName, useAuth } from '#state/auth.ts';
import { useSso } from '#state/sso.ts';
import { ApplicationMark } from '#features/sso/application-mark.tsx';
import { chooseSso, type OpenPage } from '#features/sso/flow/sso-run.ts';
import { AccountCard } from './account-card.tsx';

/** "Continue to APP as NAME, or use another account", for a user who arrived signed in. */
export function AskToContinue() {
  const t = useT();
  const navigate = useNavigate();
  const application = useSso((state) => state.application);
  const step = useSso((state) => state.step);
  const profile = useAuth((state) => state.profile);
  const isBusy = step === 'requesting' || step === 'leaving';
  // The landing page handles every other step: a session that has ended, a request that is not validated yet.
  if ((step !== 'asking' && !isBusy) || application === null || profile === null)
    return <Navigate replace to={paths.home} />;

  const open: OpenPage = (path) => void navigate(path, { replace: true });
  const name = shownName(profile);
  return (
    <>
      <ApplicationMark {...application} className="mb-4 size-14" />
      <PageTitle title={t('sso.continueTo', { app: application.name })} lead={t('sso.ask.lead')} />
      <AccountCard name={name} detail={formatPhone(profile.phone)} />
      <div className="mt-6 grid gap-3">
        <Button isWide isBusy={isBusy} onClick={() => void chooseSso('readyToContinue', open)}>
          {name === null ? t('sso.continue') : t('sso.continueAs', { name })}
        </Button>
        <Button look="secondary" isWide onClick={() => void chooseSso('otherAccountChosen', open)}>
          {t('sso.otherAccount')}
        </Button>
      </div>
    </>
  );
}
