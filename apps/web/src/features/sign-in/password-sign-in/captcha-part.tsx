import { type RefObject, useEffect } from 'react';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { type Captcha, useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';

export type Spend = Captcha['spend'];

/** The captcha of the password sign-in, with its code loaded only when it is needed. */
export function CaptchaPart({ spendRef }: { spendRef: RefObject<Spend | null> }) {
  const captcha = useCaptcha('signin');
  // The form outside spends what this part obtains.
  useEffect(() => {
    spendRef.current = captcha.spend;
    return () => {
      spendRef.current = null;
    };
  });
  return <CaptchaField captcha={captcha} />;
}
