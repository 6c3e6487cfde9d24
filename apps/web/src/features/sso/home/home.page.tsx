import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { landingPath } from '#navigation/login-target.ts';
import { signInPath } from '#navigation/paths.ts';
import { applicationHome } from '#features/sso/flow/sso-answer.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { refusalText, safeReference } from '#navigation/sso-refusals.ts';
import { chooseSso, continueSso, type OpenPage, openSignedOut } from '#features/sso/flow/sso-run.ts';
import { renderMessage } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { StateMark } from '#shared/ui/feedback/state-mark.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { Spinner } from '#shared/ui/feedback/spinner.tsx';
import { mayBeSignedIn, shownName, useAuth } from '#state/auth.ts';
import { useSso } from '#state/sso.ts';
import { Reference } from '#shared/ui/feedback/reference.tsx';
import { ContactLinks } from '#features/sign-in/auth-layout/contact-links.tsx';
import { maskPhone } from '#shared/lib/phone/phone.ts';
import { AccountCard } from '#features/sso/intermediate/account-card.tsx';
import { CentredPage } from '#features/sso/centred-page.tsx';
import { ClosingPopup } from '#shared/ui/feedback/closing-popup.tsx';
import { popupCountdownSeconds } from '@vid/contract/limits';
import { Countdown } from '#shared/ui/feedback/countdown.tsx';

function useOpenPage(): OpenPage {
  const navigate = useNavigate();
  return (path) => void navigate(path, { replace: true });
}

/**
 * The landing page of single sign-on. Without sign-on settings, redirects a user who may be signed in to the page that
 * opens after a sign-in, and any other visitor to sign-in.
 */
export function HomePage() {
  // Read only once, because a refusal clears the settings and opens its own page.
  const [hasSettings] = useState(() => useSso.getState().settings !== null);
  const isMember = useAuth(mayBeSignedIn);
  if (!hasSettings) return <Navigate replace to={isMember ? landingPath() : signInPath} />;
  return (
    <CentredPage>
      <SsoProgress />
    </CentredPage>
  );
}

function SsoProgress() {
  const t = useT();
  const open = useOpenPage();
  const step = useSso((state) => state.step);
  // The spinner appears immediately after start-up, and fades in after a navigation.
  const [isLate] = useState(step === 'validating');
  const app = useSso((state) => state.application?.name);
  const redirectTo = useSso((state) => state.settings?.redirectTo ?? '');

  const continueOnArrival = useEffectEvent(() => {
    if (step === 'signIn' || step === 'asking') void continueSso(open);
  });
  const continueValidated = useEffectEvent(() => void continueSso(open));
  // The sign-on journey runs outside React. The journey continues when the user arrives on this page after signing in.
  useEffect(() => continueOnArrival(), []);
  // Continues the journey once the request has been validated, which may happen after the page is shown.
  useEffect(() => {
    if (step === 'validated') continueValidated();
  }, [step]);

  if (step === 'handedOver') return <HandedOver app={app ?? ''} />;
  if (step === 'failed') return <Failed open={open} />;
  if (step === 'unavailable') return <Unavailable open={open} />;
  if (step === 'openerLost') return <OpenerLost open={open} />;
  if (step === 'leaving' && applicationHome(redirectTo) === null) return <LeftForApp open={open} />;
  return (
    <output className={cx('flex items-center gap-3 text-muted', !isLate && 'animate-appear')}>
      <Spinner isLarge className="text-brand" />
      {app === undefined ? t('sso.waitingUnknown') : t('sso.waiting', { app })}
    </output>
  );
}

type MessageProps = {
  tone?: 'error' | 'info';
  title: string;
  text: string | null;
  referenceHint?: PlainKey | undefined;
  /** Details, such as the refused account, between the text and the reference. */
  about?: ReactNode;
  children: ReactNode;
};

function Message({ tone = 'error', title, text, referenceHint, about, children }: MessageProps) {
  const errorCode = useSso((state) => state.errorCode);
  const errorReference = useSso((state) => state.errorReference);
  return (
    <>
      <StateMark tone={tone} />
      <div role="alert">
        <PageTitle title={title} lead={text} />
      </div>
      {about}
      <Reference code={errorCode} reference={safeReference(errorReference)} hint={referenceHint} />
      <div className="mt-2 flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:*:w-full">{children}</div>
      <div className="flex flex-wrap justify-center gap-x-6 text-sm">
        <ContactLinks />
      </div>
    </>
  );
}

/** A button that closes a popup. Renders nothing in any other window, which cannot close itself. */
function CloseButton() {
  const isPopup = useSso((state) => state.settings?.mode === 'window');
  if (!isPopup) return null;
  return <Button look="secondary" onClick={() => globalThis.close()} text="sso.close" />;
}

/**
 * Says that the response was sent to a program through a custom scheme. The page cannot know whether the program
 * opened.
 */
function LeftForApp({ open }: { open: OpenPage }) {
  const t = useT();
  const app = useSso((state) => state.application?.name ?? '');
  const isSignOut = useSso((state) => state.settings?.action === 'logout');
  return (
    <>
      <StateMark tone="success" />
      <PageTitle
        title={isSignOut ? t('sso.left.signedOut.title') : t('sso.left.title', { app })}
        lead={t(isSignOut ? 'sso.left.signedOut' : 'sso.left.text', { app })}
      />
      <Button onClick={isSignOut ? openSignedOut : () => void chooseSso('openAgainChosen', open)}>
        {t('sso.left.again', { app })}
      </Button>
    </>
  );
}

function Failed({ open }: { open: OpenPage }) {
  const t = useT();
  const app = useSso((state) => state.application?.name ?? '');
  const errorText = useSso((state) => state.errorText);
  const errorCode = useSso((state) => state.errorCode);
  const isPopup = useSso((state) => state.settings?.mode === 'window');
  const known = refusalText(errorCode);
  const isForbidden = errorCode === 'SSO_FORBIDDEN';
  const text = known === null ? errorText && renderMessage(errorText) : t(known);
  return (
    <Message
      title={t(isForbidden ? 'sso.forbidden.title' : 'sso.failed.title', { app })}
      text={isForbidden ? t('sso.forbidden.text') : text}
      tone={isForbidden ? 'info' : 'error'}
      about={isForbidden && <RefusedAccount />}
      referenceHint={isForbidden ? 'sso.reference.hintOwner' : undefined}
    >
      {isForbidden && !isPopup && (
        <Button onClick={() => void chooseSso('consentRefused', open)}>{t('sso.backToApp', { app })}</Button>
      )}
      <Button
        look={isForbidden && !isPopup ? 'secondary' : 'primary'}
        onClick={() => void chooseSso('otherAccountChosen', open)}
        text="sso.otherAccount"
      />
      <CloseButton />
      {isPopup && <ClosingPopup />}
    </Message>
  );
}

/** Names the account, if its profile is loaded, because the user may have access with a different account. */
function RefusedAccount() {
  const profile = useAuth((state) => state.profile);
  if (profile === null) return null;
  return <AccountCard {...profile} name={shownName(profile)} phone={maskPhone(profile.phone)} />;
}

function Unavailable({ open }: { open: OpenPage }) {
  const t = useT();
  const errorText = useSso((state) => state.errorText);
  return (
    <Message
      title={t('sso.unavailable.title')}
      text={errorText === null ? t('errors.tryLater') : renderMessage(errorText)}
    >
      <Button onClick={() => void chooseSso('retryChosen', open)}>{t('common.retry')}</Button>
      <CloseButton />
    </Message>
  );
}

function OpenerLost({ open }: { open: OpenPage }) {
  const t = useT();
  const app = useSso((state) => state.application?.name ?? '');
  return (
    <Message tone="info" title={t('sso.openerLost.title')} text={t('sso.openerLost.text', { app })}>
      <Button onClick={() => void chooseSso('continueHereChosen', open)}>{t('sso.openerLost.goOn')}</Button>
      <CloseButton />
    </Message>
  );
}

export function HandedOver({ app }: { app: string }) {
  const t = useT();
  const [until] = useState(() => Date.now() + popupCountdownSeconds * 1000);
  const [isOver, setIsOver] = useState(false);
  const close = () => {
    setIsOver(true);
    globalThis.close();
  };
  return (
    <>
      <StateMark tone="success" />
      <PageTitle title={t('sso.done')} lead={t('sso.done.lead', { app })} />
      <Countdown until={until} endText={t('sso.closeByHand')} onEnd={close} className="min-h-6 text-muted">
        {/* Browsers refuse to close windows that were not opened by a script. */}
        {(seconds) => (isOver || seconds === 0 ? t('sso.closeByHand') : t('sso.closingIn', { seconds }))}
      </Countdown>
      <Button onClick={close}>{t('sso.closeNow')}</Button>
    </>
  );
}
