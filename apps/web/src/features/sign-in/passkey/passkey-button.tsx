import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { failureText } from '#shared/api/api-failure.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { useOwnerLock } from '#features/sign-in/two-step/use-sign-in-outcome.ts';
import { createPasskeySignIn, type PasskeySignIn } from './passkey-sign-in.ts';

/** Signs in with a passkey, either on press or through the browser's autofill. */
export function PasskeyButton({ form }: { form: RefObject<HTMLFormElement | null> }): ReactNode {
  const signIn = useRef<PasskeySignIn>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const openLock = useOwnerLock();
  const onFailed = useEffectEvent((error: Error) => {
    if (!openLock(error)) setFailure(failureText(error));
  });

  // Offers the passkeys in the browser's autofill.
  useEffect(() => {
    const started = createPasskeySignIn({ form, onFailed: (error) => onFailed(error) });
    signIn.current = started;
    void started.offer();
    return () => started.stop();
  }, [form]);

  const onPress = async () => {
    setFailure(undefined);
    setIsBusy(true);
    await signIn.current?.ask();
    setIsBusy(false);
  };
  return (
    <>
      <Alert text={failure} />
      <Button
        look="secondary"
        isWide
        className={failure && 'mt-4'}
        isBusy={isBusy}
        onClick={() => void onPress()}
        text="auth.signIn.byPasskey"
      />
    </>
  );
}
