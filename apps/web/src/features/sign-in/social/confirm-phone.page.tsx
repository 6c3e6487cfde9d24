import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import * as v from 'valibot';
import { codeSent, takeStep, useOpenNextPage } from '#journeys/run.ts';
import { inJourney } from '#journeys/in-journey.tsx';
import { socialSignUpJourney } from '#journeys/social-sign-up.ts';
import { paths } from '#navigation/paths.ts';
import { providerNames } from '#session/social/providers.ts';
import { ticked } from '#shared/forms/rules.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { phone } from '#shared/forms/rules.ts';
import { useLoad } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton, SubmitButton } from '#shared/ui/controls/button.tsx';
import { Loading, Retry } from '#shared/ui/feedback/loader.tsx';
import { PhoneField } from '#shared/ui/fields/text-field.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { readSignup, signupEvents } from '#state/signup.ts';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { JourneyNotice } from '#features/sign-in/otp/journey-notice.tsx';
import { requestCode } from '#features/sign-in/otp/request-code.ts';
import { Agreement, currentTermsVersion } from '#features/sign-in/sign-up/account-details.tsx';
import { Progress } from '#features/sign-in/sign-up/progress.tsx';
import { useDraft } from '#features/sign-in/use-draft.ts';
import { ExpiredSignUp } from './expired-sign-up.tsx';
import { IdentityRow } from './identity-row.tsx';
import { loadPendingSignUp, type PendingSignUp, signUpIdInCookie } from './pending-sign-up.ts';

const schema = v.object({ phone: phone(), acceptedTerms: ticked(message('signUp.agree.required')) });

const load = () => loadPendingSignUp({ withPhone: false });

function ConfirmPhone() {
  const t = useT();
  const pending = useLoad(load);
  if (failedWith(pending.error, 'SOCIAL_SIGN_UP_EXPIRED')) return <ExpiredSignUp />;
  return (
    <StepPage
      title={t('social.phone.title')}
      lead={t('social.phone.lead')}
      notice={
        <>
          <Progress step={1} />
          <JourneyNotice />
          {pending.data !== null && <IdentityRow pending={pending.data} />}
        </>
      }
    >
      {pending.data !== null && <PhoneForm pending={pending.data} />}
      {pending.isPending && <Loading />}
      {pending.error !== null && <Retry error={pending.error} onRetry={() => void pending.run(load)} />}
    </StepPage>
  );
}

export const ConfirmPhonePage = inJourney(socialSignUpJourney, ConfirmPhone);

function PhoneForm({ pending }: { pending: PendingSignUp }) {
  const t = useT();
  const openNextPage = useOpenNextPage(socialSignUpJourney);
  const navigate = useNavigate();
  const captcha = useCaptcha('otp');

  const form = useForm({
    id: 'social-phone',
    schema,
    async onSubmit(values) {
      const details = { phone: values.phone, acceptedTerms: currentTermsVersion() };
      try {
        const answer = await requestCode(captcha, '', { phone: values.phone, purpose: 'social' });
        openNextPage(codeSent(socialSignUpJourney, answer, details));
      } catch (error) {
        // The picture has its own page, which opens if proof of work is not enough or cannot run.
        const needsPicture =
          failedWith(error, 'CAPTCHA_REQUIRED', 'CAPTCHA_INVALID') ||
          (error instanceof FieldRefusal && 'captcha' in error.fields);
        if (!needsPicture) throw error;
        if (readSignup().flow !== 'social') signupEvents.flowStarted('social');
        signupEvents.detailsGiven(details);
        openNextPage(takeStep(socialSignUpJourney, 'pictureDemanded'));
      }
    },
  });
  useDraft(form.ref);
  const { prepare } = captcha;
  // Listens to input in the form, and then prepares the captcha.
  useEffect(() => {
    const element = form.ref.current;
    element?.addEventListener('input', prepare);
    return () => element?.removeEventListener('input', prepare);
  }, [form.ref, prepare]);

  const [isLeaving, setIsLeaving] = useState(false);
  const cancel = async () => {
    setIsLeaving(true);
    const body = { signUpId: signUpIdInCookie };
    // Ignore a failure: a sign-up that could not be cancelled expires by itself.
    await api.post('/vid/ajax/auth/login/social/cancel', { body }).catch(() => undefined);
    signupEvents.flowEnded();
    void navigate(paths.signIn, { replace: true });
  };
  return (
    <>
      <Form focusesFirstField form={form}>
        <PhoneField
          label={t('common.phone')}
          hint={t('social.phone.hint', { provider: providerNames[pending.provider] })}
        />
        <Agreement />
        <SubmitButton>{t('auth.otp.submit')}</SubmitButton>
      </Form>
      <p className="mt-2 text-center">
        <LinkButton isBusy={isLeaving} onClick={() => void cancel()} text="social.otherWay" />
      </p>
    </>
  );
}
