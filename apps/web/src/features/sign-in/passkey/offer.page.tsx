import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { takeSignedInPath } from '#navigation/login-target.ts';
import { addPasskey, declineOffer, hasPasskeyAlready, isOfferDue } from '#session/passkey/add-passkey.ts';
import { failureText } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Loading } from '#shared/ui/feedback/loader.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { useAuth } from '#state/auth.ts';
import { commonEvents } from '#state/common.ts';

/**
 * Follows a sign-in by code or a second step. Offers a passkey if the server says that an offer is due and the device
 * can store a passkey, else opens the next page.
 */
export function PasskeyOfferPage() {
  const navigate = useNavigate();
  const leave = () => void navigate(takeSignedInPath(), { replace: true });
  const [isDue, setIsDue] = useState(false);
  // Asks the browser and the server whether to offer a passkey. If either fails to respond, the page offers nothing.
  useEffect(() => {
    // The administrator's set-up page will offer a passkey itself.
    const isOffered = useAuth.getState().profile?.mustSetUpTwoStep !== true;
    (isOffered ? isOfferDue() : Promise.resolve(false)).then(
      (due) => (due ? setIsDue(true) : leave()),
      () => leave(),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- on mount only
  }, []);
  return isDue ? <Offer onDone={leave} /> : <Loading />;
}

function Offer({ onDone }: { onDone: () => void }): ReactNode {
  const t = useT();
  const [isAdding, setIsAdding] = useState(false);
  const [failure, setFailure] = useState<string>();
  const decline = () => {
    onDone();
    // If this call is lost, the next sign-in by code makes the offer again.
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
      // The device already has a passkey, so do not offer another one soon.
      if (hasPasskeyAlready(error)) decline();
      else setFailure(failureText(error));
    }
    setIsAdding(false);
  };
  return (
    <StepPage
      title={t('passkey.offer.title')}
      lead={t('passkey.offer.lead')}
      notice={
        <p className="mt-4 flex gap-3 text-label text-muted">
          <Icon name="lock" className="mt-0.5" />
          {t('passkey.offer.private')}
        </p>
      }
    >
      <Alert text={failure} />
      <Button isWide isBusy={isAdding} onClick={() => void add()} text="passkey.add" />
      <Button look="secondary" isWide onClick={decline} text="passkey.offer.later" />
    </StepPage>
  );
}
