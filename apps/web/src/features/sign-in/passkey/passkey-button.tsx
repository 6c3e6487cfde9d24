import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { failureText } from '#shared/api/api-failure.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { createPasskeySignIn, type PasskeySignIn } from './passkey-sign-in.ts';

/** Signs in with a passkey, either on press or through the browser's autofill. */
export function PasskeyButton({ form }: { form: RefObject<HTMLFormElement | null> }): ReactNode {
  const signIn = useRef<PasskeySignIn>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  // Offers the passkeys in the browser's autofill.
  useEffect(() => {
    const started = createPasskeySignIn({ form, onFailed: (error) => setFailure(failureText(error)) });
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
