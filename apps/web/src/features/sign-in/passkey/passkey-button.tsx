import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { supportsPasskeys } from '#session/passkey/this-browser.ts';
import { failureText } from '#shared/api/api-failure.ts';
import { takeEarlyPress } from '#shared/forms/early-forms.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { useOwnerLock } from '#features/sign-in/two-step/use-sign-in-outcome.ts';
import { createPasskeySignIn, type PasskeySignIn } from './passkey-sign-in.ts';

export function PasskeyButton({ form }: { form: RefObject<HTMLFormElement | null> }): ReactNode {
  const signIn = useRef<PasskeySignIn>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isLive, setIsLive] = useState(false);
  const openLock = useOwnerLock();
  const onFailed = useEffectEvent((error: Error) => {
    if (!openLock(error)) setFailure(failureText(error));
  });

  const onPress = async () => {
    setFailure(undefined);
    setIsBusy(true);
    await signIn.current?.ask();
    setIsBusy(false);
  };

  // Offers the passkeys in the browser's autofill, unless the button was pressed before this code had loaded.
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the first render must equal the prerendered page
    setIsLive(true);
    // The prerendered page has the button in every browser. `PasskeyPlace` removes the button from a browser without
    // passkeys.
    if (!supportsPasskeys()) return undefined;
    const started = createPasskeySignIn({ form, onFailed: (error) => onFailed(error) });
    signIn.current = started;
    if (takeEarlyPress('passkey')) {
      setIsBusy(true);
      void started.ask().finally(() => setIsBusy(false));
    } else void started.offer();
    return () => started.stop();
  }, [form]);

  return (
    <>
      <Alert text={failure} />
      <Button
        look="secondary"
        isWide
        className={failure && 'mt-4'}
        data-early={isLive ? undefined : 'passkey'}
        isBusy={isBusy}
        onClick={() => void onPress()}
        text="auth.signIn.byPasskey"
      />
    </>
  );
}
