import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { fallbackPath, signInPath } from '#navigation/paths.ts';
import { applicationHome } from '#features/sso/flow/sso-answer.ts';
import { refusalText } from '#features/sso/flow/sso-refusals.ts';
import { chooseOnWay, goOnWay, type OpenPage } from '#features/sso/flow/sso-run.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Button } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icons.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { useAuth } from '#state/auth.ts';
import { useSso } from '#state/sso.ts';
import { HandedOver } from '#features/sso/handed-over.tsx';
import { Reference } from '#features/error-pages/reference.tsx';
import { CentredPage } from '#features/sso/centred-page.tsx';

function useOpenPage(): OpenPage {
  const navigate = useNavigate();
  return (path) => void navigate(path, { replace: true });
}

/**
 * The landing page of single sign-on. Whoever comes without its settings goes on: signed in to the account,
 * signed out to sign-in.
 */
export function HomePage() {
  // As it was on arrival: a refusal on the way ends the settings and opens its own page.
  const [hasSettings] = useState(() => useSso.getState().settings !== null);
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  if (!hasSettings) return <Navigate replace to={isAuthenticated ? fallbackPath : signInPath} />;
  return (
    <CentredPage>
      <Way />
    </CentredPage>
  );
}

function Way() {
  const t = useT();
  const open = useOpenPage();
  const step = useSso((state) => state.step);
  // The start has waited already; a page just gone to waits as long before it says so.
  const [isLate] = useState(step === 'validating');
  const app = useSso((state) => state.application?.name);
  const redirectTo = useSso((state) => state.settings?.redirectTo ?? '');

  // The way is outside of React: a person who has just signed in goes on to the application.
  useEffect(() => {
    if (step === 'validated' || step === 'signIn' || step === 'asking') void goOnWay(open);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each arrival
  }, []);
  // A validation that took its time arrives while the page is already shown.
  useEffect(() => {
    if (step === 'validated') void goOnWay(open);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each step
  }, [step]);

  if (step === 'handedOver') return <HandedOver app={app ?? ''} />;
  if (step === 'failed') return <Failed open={open} />;
  if (step === 'unavailable') return <Unavailable open={open} />;
  if (step === 'openerLost') return <OpenerLost open={open} />;
  if (step === 'leaving' && applicationHome(redirectTo) === null) return <LeftForApp open={open} />;
  return (
    <output className={cx('flex items-center gap-3 text-muted', !isLate && 'animate-appear')}>
      <Spinner className="size-6 text-brand" />
      {app === undefined ? t('sso.waitingUnknown') : t('sso.waiting', { app })}
    </output>
  );
}

function Message({ title, text, children }: { title: string; text: string | null; children: ReactNode }) {
  const errorCode = useSso((state) => state.errorCode);
  const errorReference = useSso((state) => state.errorReference);
  const t = useT();
  return (
    <>
      <span className="grid size-16 place-items-center rounded-full bg-danger-soft text-danger">
        <Icon name="alert" className="size-8" />
      </span>
      <div role="alert">
        <PageTitle title={title} lead={text} />
        {errorCode !== null && (
          <p className="mt-2 text-sm text-muted">{t('sso.errorCode', { code: errorCode })}</p>
        )}
      </div>
      <Reference code={null} raw={errorReference} />
      <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>
    </>
  );
}

/** Only a window that was opened by another can close itself. */
function CloseButton() {
  const t = useT();
  const isPopup = useSso((state) => state.settings?.mode === 'window');
  if (!isPopup) return null;
  return (
    <Button look="secondary" onClick={() => globalThis.close()}>
      {t('sso.close')}
    </Button>
  );
}

/** Another program has the answer, if the browser let it be called: only the person can see that. */
function LeftForApp({ open }: { open: OpenPage }) {
  const t = useT();
  const app = useSso((state) => state.application?.name ?? '');
  const isSignOut = useSso((state) => state.settings?.action === 'logout');
  return (
    <>
      <span className="grid size-16 place-items-center rounded-full bg-success-soft text-success">
        <Icon name="success" className="size-9" />
      </span>
      <PageTitle
        title={t('sso.left.title', { app })}
        lead={t(isSignOut ? 'sso.left.signedOut' : 'sso.left.text', { app })}
      />
      {!isSignOut && (
        <Button onClick={() => void chooseOnWay('openAgainChosen', open)}>
          {t('sso.left.again', { app })}
        </Button>
      )}
    </>
  );
}

function Failed({ open }: { open: OpenPage }) {
  const t = useT();
  const app = useSso((state) => state.application?.name ?? '');
  const errorText = useSso((state) => state.errorText);
  const known = refusalText(useSso((state) => state.errorCode));
  return (
    <Message title={t('sso.failed.title', { app })} text={known === null ? errorText : t(known)}>
      <Button onClick={() => void chooseOnWay('otherChosen', open)}>{t('sso.otherAccount')}</Button>
      <CloseButton />
    </Message>
  );
}

function Unavailable({ open }: { open: OpenPage }) {
  const t = useT();
  const errorText = useSso((state) => state.errorText);
  return (
    <Message title={t('sso.unavailable.title')} text={errorText ?? t('errors.tryLater')}>
      <Button onClick={() => void chooseOnWay('retryChosen', open)}>{t('common.retry')}</Button>
      <CloseButton />
    </Message>
  );
}

function OpenerLost({ open }: { open: OpenPage }) {
  const t = useT();
  const app = useSso((state) => state.application?.name ?? '');
  return (
    <Message title={t('sso.openerLost.title')} text={t('sso.openerLost.text', { app })}>
      <Button onClick={() => void chooseOnWay('goOnHereChosen', open)}>{t('sso.openerLost.goOn')}</Button>
      <CloseButton />
    </Message>
  );
}
