import * as v from 'valibot';
import { paths } from '../../app/paths.ts';
import { Form } from '../../shared/forms/form.tsx';
import { currentPassword, phone, tickable } from '../../shared/forms/rules.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Button, SubmitButton, TextLink } from '../../shared/ui/button.tsx';
import { Checkbox } from '../../shared/ui/choices.tsx';
import { FacebookIcon, GoogleIcon } from '../../shared/ui/icons.tsx';
import { LinkTabs } from '../../shared/ui/link-tabs.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { PhoneField } from '../../shared/ui/text-field.tsx';

const schema = v.object({ phone: phone(), password: currentPassword(), remember: tickable() });

export function SignInPage() {
  const t = useT();
  const form = useForm({ id: 'signin', schema, onSubmit: () => t('auth.signIn.failed') });
  return (
    <>
      <PageTitle title={t('auth.signIn.title')} lead={t('auth.signIn.lead')} />
      <LinkTabs
        label={t('auth.signIn.ways')}
        className="mt-5 mb-5"
        tabs={[
          { to: paths.signIn, label: t('auth.signIn.way.password') },
          { to: paths.signInOtp, label: t('auth.signIn.way.otp') },
        ]}
      />
      <Form form={form} action="/vid/web/signin">
        <PhoneField label={t('common.phone')} hint={t('common.phone.hint')} autoComplete="username webauthn" />
        <PasswordField name="password" label={t('common.password')} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Checkbox name="remember" label={t('auth.signIn.remember')} defaultChecked />
          <TextLink to={paths.forgetPassword}>{t('auth.signIn.forgot')}</TextLink>
        </div>
        <SubmitButton className="mt-1">{t('auth.signIn.submit')}</SubmitButton>
      </Form>
      <p className="my-6 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('common.or')}
      </p>
      <div className="grid gap-3 md:grid-cols-2">
        <Button look="secondary" icon={<GoogleIcon />} aria-label={t('auth.signIn.withProvider', { provider: 'Google' })}>
          Google
        </Button>
        <Button look="secondary" icon={<FacebookIcon />} aria-label={t('auth.signIn.withProvider', { provider: 'Facebook' })}>
          Facebook
        </Button>
      </div>
      <p className="mt-6 text-center text-muted">
        {t('auth.signIn.noAccount')} <TextLink to={paths.signUp}>{t('auth.signIn.register')}</TextLink>
      </p>
    </>
  );
}
