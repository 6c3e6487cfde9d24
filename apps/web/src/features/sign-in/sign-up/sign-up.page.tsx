import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { codeSent, useOpenNextPage } from '#journeys/run.ts';
import { inJourney } from '#journeys/in-journey.tsx';
import { signUpJourney } from '#journeys/sign-up.ts';
import { basePath, paths } from '#navigation/paths.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { captchaAnswer, phone } from '#shared/forms/rules.ts';
import { message } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton, TextLink } from '#shared/ui/controls/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { PhoneField } from '#shared/ui/fields/text-field.tsx';
import { authEvents } from '#state/auth.ts';
import { checkPhone, type PhoneCheck } from '#features/sign-in/account-check/check-phone.ts';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { JourneyNotice } from '#features/sign-in/otp/journey-notice.tsx';
import { requestCode } from '#features/sign-in/otp/request-code.ts';
import { SocialPlace } from '#features/sign-in/social/social-place.tsx';
import { useDraft } from '#features/sign-in/use-draft.ts';
import { accountDetails, Agreement, currentTermsVersion } from './account-details.tsx';
import { AccountKind } from './account-kind.tsx';
import { Progress } from './progress.tsx';
import { Rich } from '#shared/i18n/rich.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { signupEvents, useSignup } from '#state/signup.ts';
import { checkReferral, type ReferralCheck } from './check-referral.ts';

const schema = v.object({ phone: phone(), captcha: captchaAnswer(), ...accountDetails() });

function SignUp() {
  const t = useT();
  const openNextPage = useOpenNextPage(signUpJourney);
  const captcha = useCaptcha('otp');
  const [takenPhone, setTakenPhone] = useState<string>();
  // The server limits the number of checks, so a repeated submit reuses the result.
  const checked = useRef<{ phone: string; check: PhoneCheck }>(null);

  /** Returns an error for the phone field if the phone has an account, or else no error. */
  const findAccount = async (
    typed: string,
    options: { isRepeatable: boolean },
  ): Promise<{ phone?: string }> => {
    setTakenPhone(undefined);
    if (checked.current?.phone !== typed)
      checked.current = { phone: typed, check: await checkPhone(typed, options) };
    if (checked.current.check !== 'taken') return {};
    setTakenPhone(typed);
    return { phone: message('auth.accountExist') };
  };

  const form = useForm({
    id: 'signup',
    schema,
    async onSubmit(values) {
      // Check the phone before the captcha, so that a user who has an account need not solve a captcha before the form
      // links to the sign-in.
      const found = await findAccount(values.phone, { isRepeatable: true });
      if (found.phone !== undefined) throw new FieldRefusal('phone', found.phone);
      const answer = await requestCode(captcha, values.captcha, { phone: values.phone, purpose: 'signup' });
      const details = {
        phone: values.phone,
        isEnterprise: values.kind === 'enterprise',
        acceptedTerms: currentTermsVersion(),
      };
      openNextPage(codeSent(signUpJourney, answer, details));
    },
    async findMore({ phone: typed = '' }) {
      const { success, output } = v.safeParse(phone(), typed);
      return success ? findAccount(output, { isRepeatable: false }) : {};
    },
  });

  useDraft(form.ref);
  return (
    <>
      <PageTitle title={t('signUp.title')} lead={t('signUp.lead')} />
      <Progress step={1} />
      <InvitedBy />
      <JourneyNotice />
      <div className="mt-6">
        <Form focusesFirstField form={form} action={`${basePath}${paths.signUpOtp}`}>
          <PhoneField label={t('common.phone')} hint={t('common.phone.hint')} />
          {takenPhone !== undefined && form.state.errors['phone'] === message('auth.accountExist') && (
            <p className="-mt-3">
              <TextLink isPlain to={paths.signIn} onClick={() => authEvents.phoneEntered(takenPhone)}>
                {t('signUp.signInWithThis')}
              </TextLink>
            </p>
          )}
          <AccountKind defaultValue="personal" />
          <CaptchaField captcha={captcha} />
          <Agreement />
          <SubmitButton>{t('auth.otp.submit')}</SubmitButton>
        </Form>
      </div>
      <SocialPlace />
      <p className="mt-6 text-center text-muted">
        {t('signUp.haveAccount')} <TextLink to={paths.signIn}>{t('common.signIn')}</TextLink>
      </p>
    </>
  );
}

export const SignUpPage = inJourney(signUpJourney, SignUp);

function InvitedBy() {
  const t = useT();
  const code = useSignup((state) => state.referralCode);
  const [check, setCheck] = useState<ReferralCheck | null>(null);
  // Asks the server for the inviter's name.
  useEffect(() => {
    if (code === null) return undefined;
    let isCurrent = true;
    const ask = async () => {
      const answer = await checkReferral(code);
      if (!isCurrent) return;
      setCheck(answer);
      if (answer.kind === 'invalid') signupEvents.detailsGiven({ referralCode: null });
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [code]);
  return (
    // Render the region even when it is empty, because some screen readers do not announce a region that is inserted
    // together with its text.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may contain only phrasing content
    <div role="status" className={code === null && check === null ? 'sr-only' : 'mt-4'}>
      {code !== null && (
        <Notice>
          <p>
            {check?.kind === 'valid' && check.name !== '' ? (
              <Rich
                text={t('signUp.invitation.from', { name: check.name })}
                parts={{ name: <bdi className="font-semibold" /> }}
              />
            ) : (
              t(check?.kind === 'valid' ? 'signUp.invitation.fromMember' : 'signUp.invitation.invited')
            )}
          </p>
          <p className="text-sm text-muted">
            <Rich
              text={t('signUp.invitation.code', { code })}
              parts={{ code: <bdi dir="ltr" className="digits font-semibold" /> }}
            />
          </p>
        </Notice>
      )}
      {code === null && check?.kind === 'invalid' && <Notice>{t('signUp.invitation.invalid')}</Notice>}
    </div>
  );
}
