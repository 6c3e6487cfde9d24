import { captchaLimits } from '@vid/contract/limits';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as v from 'valibot';
import { neededPart } from '#navigation/lazy-part.ts';
import { optionalPart } from '#shared/lib/optional-part.ts';
import { basePath, paths } from '#navigation/paths.ts';
import { failedWith, type WorkLevel } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { captchaAnswer, optionalCheckbox, phone, typedPassword } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { hasAccents } from '#shared/lib/has-accents.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { SubmitButton, TextLink } from '#shared/ui/controls/button.tsx';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { PasswordField } from '#shared/ui/fields/password-field.tsx';
import { PhoneField } from '#shared/ui/fields/text-field.tsx';
import { authEvents, useAuth } from '#state/auth.ts';
import { signupEvents } from '#state/signup.ts';
import type { SpendCaptcha } from '#features/sign-in/captcha/captcha-field.tsx';
import {
  type SignInOutcome,
  useOwnerLock,
  useSignInOutcome,
} from '#features/sign-in/two-step/use-sign-in-outcome.ts';
import { SocialPlace } from '#features/sign-in/social/social-place.tsx';
import { PasskeyPlace } from '#features/sign-in/passkey/passkey-place.tsx';
import { useDraft } from '#features/sign-in/use-draft.ts';
import { SignInTabs } from '#features/sign-in/auth-layout/sign-in-tabs.tsx';

// Loads only for a visitor whom another page has redirected to this page.
const JourneyNotice = optionalPart(() => import('#features/sign-in/otp/journey-notice.tsx'), 'JourneyNotice');

const SignInCaptcha = neededPart(
  () => import('#features/sign-in/captcha/captcha-field.tsx'),
  'SignInCaptcha',
);

const schema = v.object({
  phone: phone(),
  password: typedPassword(),
  captcha: captchaAnswer(),
  remember: optionalCheckbox(),
});

/** Explains why the last session ended, unless the user signed out in this tab. */
function EndReason() {
  const t = useT();
  const endReason = useAuth((state) => state.endReason);
  if (endReason !== 'expired' && endReason !== 'elsewhere') return null;
  return (
    <output className="mt-4 block">
      <Notice>{t('errors.sessionExpired')}</Notice>
    </output>
  );
}

/**
 * Sends the sign-in without a captcha first. The user sees a captcha only if the server demands it and proof of work is
 * not enough.
 */
async function sendFirst(send: (captchaToken?: string) => Promise<SignInOutcome>): Promise<SignInOutcome> {
  try {
    return await send();
  } catch (error) {
    if (!failedWith(error, 'CAPTCHA_REQUIRED')) throw error;
    const { sendWithProof } = await import('#features/sign-in/captcha/send-with-proof.ts');
    return sendWithProof(error, send);
  }
}

export function SignInPage() {
  const t = useT();
  const hasFailedOften = useAuth((state) => state.loginAttempt >= captchaLimits.failuresBeforeCaptcha);
  const [isCaptchaDemanded, setIsCaptchaDemanded] = useState(false);
  const [workLevel, setWorkLevel] = useState<WorkLevel>('0');
  const [needsCode, setNeedsCode] = useState(false);
  const [failedWithAccents, setFailedWithAccents] = useState(false);
  const needsCaptcha = hasFailedOften || isCaptchaDemanded;
  const spend = useRef<SpendCaptcha | null>(null);
  const navigate = useNavigate();
  const takeOutcome = useSignInOutcome();
  const openLock = useOwnerLock();
  const wasSentHere = useLocation().state !== null;
  // Forget the accepted password of the stored flow, because the next visitor may be another member.
  useEffect(() => signupEvents.detailsGiven({ afterPassword: false }), []);

  const form = useForm({
    id: 'signin',
    schema,
    async onSubmit({ captcha: typed, ...values }) {
      const send = (captchaToken?: string) =>
        api.post('/vid/ajax/auth/login/phone', {
          body: { ...values, ...(captchaToken !== undefined && { captchaToken }) },
          flags: { ignore401: true },
        });
      try {
        const outcome = spend.current === null ? await sendFirst(send) : await spend.current(typed, send);
        takeOutcome(outcome, values.phone);
      } catch (error) {
        if (openLock(error)) return;
        if (failedWith(error, 'SECOND_FACTOR_REQUIRED')) {
          signupEvents.flowStarted('signin');
          signupEvents.detailsGiven({
            phone: values.phone,
            remember: values.remember,
            afterPassword: true,
          });
          void navigate(paths.signInOtp);
          return;
        }
        if (failedWith(error, 'AUTH_FAILED')) authEvents.signInFailed();
        setFailedWithAccents(failedWith(error, 'AUTH_FAILED') && hasAccents(values.password));
        if (failedWith(error, 'CAPTCHA_REQUIRED')) setWorkLevel(error.workLevel);
        if (failedWith(error, 'OTP_REQUIRED')) {
          // Prefill the phone on the code page.
          authEvents.phoneEntered(values.phone);
          setNeedsCode(true);
        }
        if (!needsCaptcha && failedWith(error, 'CAPTCHA_REQUIRED', 'CAPTCHA_INVALID')) {
          setIsCaptchaDemanded(true);
          throw new Error(message('captcha.whyNow'), { cause: error });
        }
        throw error;
      }
    },
  });

  useDraft(form.ref);
  return (
    <>
      <PageTitle title={t('auth.signIn.title')} lead={t('auth.signIn.lead')} />
      <EndReason />
      {wasSentHere && (
        <Suspense fallback={null}>
          <JourneyNotice />
        </Suspense>
      )}
      <SignInTabs />
      <Form focusesFirstField form={form} action={`${basePath}${paths.signIn}`}>
        <PhoneField
          label={t('common.phone')}
          hint={t('common.phone.hint')}
          autoComplete="username webauthn"
        />
        <PasswordField
          name="password"
          label={t('common.password')}
          hint={failedWithAccents ? t('common.password.accents') : undefined}
        />
        {needsCaptcha && (
          <Suspense fallback={null}>
            <SignInCaptcha key={workLevel} ref={spend} level={workLevel} />
          </Suspense>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <Checkbox name="remember" label={t('auth.signIn.remember')} defaultChecked />
          <TextLink isPlain to={paths.forgetPassword} text="auth.signIn.forgot" />
        </div>
        <SubmitButton className="mt-1">{t('common.signIn')}</SubmitButton>
        {needsCode && <TextLink to={paths.signInOtp}>{t('auth.otp.title')}</TextLink>}
      </Form>
      <SocialPlace />
      <PasskeyPlace form={form.ref} />
      <p className="mt-6 text-center text-muted">
        {t('auth.signIn.noAccount')} <TextLink to={paths.signUpOtp}>{t('auth.signIn.register')}</TextLink>
      </p>
    </>
  );
}
