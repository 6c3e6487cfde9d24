import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as v from 'valibot';
import { paths } from '#navigation/paths.ts';
import { supportsPasskeys } from '#session/passkey/this-browser.ts';
import { useOpenPasswordReset } from '#session/open-password-reset.ts';
import { confirmByPassword } from '#session/reauthenticate.ts';
import { failedWith, failureText } from '#shared/api/api-failure.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { FormButtons } from '#shared/forms/form-buttons.tsx';
import { Form, useForm } from '#shared/forms/form.tsx';
import { typedPassword } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Button, LinkButton } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { HiddenUsername, PasswordField } from '#shared/ui/fields/password-field.tsx';
import { selectRole, useAuth } from '#state/auth.ts';
import type { SentCode } from '#features/sign-in/otp/sms-code-form.tsx';
import { SendCode } from './send-code.tsx';

const schema = v.object({ password: typedPassword() });

type Props = {
  phone: string;
  ways: { password: boolean; passkey: boolean; code: boolean };
  /** Reason why the user was returned to this step. */
  problem: string | undefined;
  onDone: (isConfirmed: boolean) => void;
  onCodeSent: (code: SentCode) => void;
};

export function PasswordStep({ phone, ways, problem, onDone, onCodeSent }: Props) {
  const t = useT();
  const [isAsking, setIsAsking] = useState(false);
  const isAdmin = useAuth((state) => selectRole(state) === 'admin');
  const { openReset, openFirst } = useOpenPassword(phone);
  const form = useForm({
    id: 'confirm',
    schema,
    async onSubmit({ password }) {
      try {
        await confirmByPassword(password);
      } catch (error) {
        if (!failedWith(error, 'CURRENT_PASSWORD_WRONG')) throw error;
        throw new FieldRefusal('password', error.message, error);
      }
      onDone(true);
    },
  });
  const confirm = async () => {
    form.setFormError(undefined);
    setIsAsking(true);
    try {
      const { confirmByPasskey } = await import('#session/passkey/confirm-by-passkey.ts');
      await confirmByPasskey();
      onDone(true);
    } catch (error) {
      form.setFormError(failureText(error));
    }
    setIsAsking(false);
  };
  const hasPasskey = ways.passkey && supportsPasskeys();
  return (
    <>
      <Alert text={problem} />
      {ways.password && (
        <Form form={form}>
          <HiddenUsername phone={phone} />
          <PasswordField name="password" label={t('common.password')} enterKeyHint="done" />
          {/* Only the operator resets an administrator's password. */}
          {!isAdmin && (
            <LinkButton
              className="justify-self-start"
              onClick={() => {
                onDone(false);
                openReset();
              }}
              text="auth.signIn.forgot"
            />
          )}
          <FormButtons action={t('confirm.submit')} onCancel={() => onDone(false)} />
        </Form>
      )}
      {(hasPasskey || ways.code || !ways.password) && (
        <div className={cx('grid gap-3', ways.password && 'border-t border-line pt-4')}>
          {hasPasskey && (
            <Button look="secondary" isWide isBusy={isAsking} onClick={() => void confirm()}>
              {t('confirm.passkey')}
            </Button>
          )}
          {ways.code && <SendCode phone={phone} onSent={onCodeSent} />}
          {!ways.password && (
            <Button
              look="secondary"
              isWide
              onClick={() => {
                onDone(false);
                openFirst();
              }}
              text="confirm.setPassword"
            />
          )}
        </div>
      )}
    </>
  );
}

function useOpenPassword(phone: string) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const openPasswordReset = useOpenPasswordReset(phone);
  const openReset = () => openPasswordReset(`${pathname}${search}`);
  // The page that sets the first password asks for this re-authentication itself, so open the reset from there.
  const openFirst = () => (pathname === paths.userPassword ? openReset() : void navigate(paths.userPassword));
  return { openReset, openFirst };
}
