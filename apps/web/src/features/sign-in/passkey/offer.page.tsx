import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { signedInPath } from '#navigation/login-target.ts';
import { addPasskey, declineOffer, hasPasskeyAlready, isOfferDue } from '#session/passkey/add-passkey.ts';
import { failureText } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Spinner } from '#shared/ui/feedback/spinner.tsx';
import { Icon } from '#shared/ui/icons.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { authEvents, useAuth } from '#state/auth.ts';
import { commonEvents } from '#state/common.ts';
import { useSso } from '#state/sso.ts';

/** Opens the page that the user wanted before the sign-in. */
function useLeave() {
  const navigate = useNavigate();
  return () => {
    const { loginRedirectTo } = useAuth.getState();
    // The guard of this page has already sent users who must change their password to that page.
    const to = signedInPath({
      loginRedirectTo,
      mustChangePassword: false,
      hasSsoSettings: useSso.getState().settings !== null,
    });
    authEvents.loginTargetKept(null);
    void navigate(to, { replace: true });
  };
}

/** After a sign-in by code: offers a passkey if the device can keep one, else opens the next page at once. */
export function PasskeyOfferPage() {
  const t = useT();
  const leave = useLeave();
  const [isDue, setIsDue] = useState(false);
  // Asks the browser and the server. Without an answer, nothing is offered.
  useEffect(() => {
    isOfferDue().then(
      (due) => (due ? setIsDue(true) : leave()),
      () => leave(),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- on mount only
  }, []);
  if (isDue) return <Offer onDone={leave} />;
  return (
    <>
      <PageTitle title={t('auth.otp.title')} />
      <output className="mt-6 flex items-center gap-3 text-muted">
        <Spinner className="text-brand" />
        {t('otp.signingIn')}
      </output>
    </>
  );
}

function Offer({ onDone }: { onDone: () => void }): ReactNode {
  const t = useT();
  const [isAdding, setIsAdding] = useState(false);
  const [failure, setFailure] = useState<string>();
  const decline = () => {
    onDone();
    // Lost at worst: then the next sign-in by code offers it again.
    declineOffer().catch(() => {});
  };
  const add = async () => {
    setFailure(undefined);
    setIsAdding(true);
    try {
      await addPasskey();
      commonEvents.succeeded('passkey.added');
      onDone();
    } catch (error) {
      // The device has one, so do not offer it again soon.
      if (hasPasskeyAlready(error)) decline();
      else setFailure(failureText(error));
    }
    setIsAdding(false);
  };
  return (
    <>
      <PageTitle title={t('passkey.offer.title')} lead={t('passkey.offer.lead')} />
      <p className="mt-4 flex gap-3 text-label text-muted">
        <Icon name="lock" className="mt-0.5" />
        {t('passkey.offer.private')}
      </p>
      <div className="mt-6 grid gap-3">
        <Alert text={failure} />
        <Button isWide isBusy={isAdding} onClick={() => void add()}>
          {t('passkey.add')}
        </Button>
        <Button look="secondary" isWide onClick={decline}>
          {t('passkey.offer.later')}
        </Button>
      </div>
    </>
  );
}
