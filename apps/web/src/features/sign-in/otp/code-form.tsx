import { type ReactNode, useMemo } from 'react';
import * as v from 'valibot';
import { failedWith } from '#shared/api/api-failure.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { optionalCheckbox, otpCode } from '#shared/forms/rules.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { OtpField } from '#shared/ui/fields/otp-field.tsx';

const triesLeft = { sms: 'otp.wrongTriesLeft', app: 'twoStep.wrongTriesLeft' } as const;

/** The refusal of a field for a wrong code, with the number of tries that are left. Returns any other error as it is. */
export function wrongCode(field: string, text: (typeof triesLeft)[keyof typeof triesLeft], error: unknown) {
  if (!failedWith(error, 'OTP_INVALID', 'TWO_STEP_CODE_INVALID')) return error;
  const { attemptsLeft: count } = error;
  return new FieldRefusal(field, count === null ? error.message : message(text, { count }), error);
}

/** The form that enters a code. It is sent with the last digit. A refused code is reported at its field. */
export function CodeForm({
  from,
  digits = 6,
  className,
  onCode,
  children,
  ...field
}: {
  /** An SMS, or the authenticator app of the member. */
  from: keyof typeof triesLeft;
  digits?: 6 | 8;
  label: string;
  hint?: string;
  autoFocus?: boolean;
  className?: string;
  onCode: (code: string, values: { remember: boolean }) => Promise<void>;
  /** What follows the code: the submit button, and a checkbox `remember` if there is one. */
  children: ReactNode;
}) {
  const schema = useMemo(
    () => v.object({ otpValue: otpCode(digits), remember: v.fallback(optionalCheckbox(), false) }),
    [digits],
  );
  const form = useForm({
    id: 'otp',
    schema,
    async onSubmit({ otpValue, remember }) {
      try {
        await onCode(otpValue, { remember });
      } catch (error) {
        throw wrongCode('otpValue', triesLeft[from], error);
      }
    },
  });
  return (
    <Form form={form} {...(className !== undefined && { className })}>
      <OtpField {...field} length={digits} comesBySms={from === 'sms'} onComplete={() => form.submit()} />
      {children}
    </Form>
  );
}
