import { type ReactNode, useMemo } from 'react';
import * as v from 'valibot';
import { failedWith } from '#shared/api/api-failure.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { optionalCheckbox } from '#shared/forms/rules.ts';
import { otpCode, OtpField } from '#shared/ui/fields/otp-field.tsx';

const triesLeft = { sms: 'otp.wrongTriesLeft', app: 'twoStep.wrongTriesLeft' } as const;

/**
 * Returns the field error for a wrong code, with the number of remaining tries if known. Returns any other error
 * unchanged.
 */
export function wrongCode(field: string, text: (typeof triesLeft)[keyof typeof triesLeft], error: unknown) {
  if (!failedWith(error, 'OTP_INVALID', 'TWO_STEP_CODE_INVALID')) return error;
  const { attemptsLeft: count } = error;
  return new FieldRefusal(field, count === null ? error.message : message(text, { count }), error);
}

type Props = {
  from: keyof typeof triesLeft;
  digits?: 6 | 8;
  label: string;
  hint?: string;
  autoFocus?: boolean;
  onCode: (code: string, values: { remember: boolean }) => Promise<void>;
  /** Submit button, and perhaps the checkbox `remember`, which appear below the code. */
  children: ReactNode;
};

export function CodeForm({ from, digits = 6, onCode, children, ...field }: Props) {
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
    <Form form={form}>
      <OtpField {...field} length={digits} comesBySms={from === 'sms'} onComplete={() => form.submit()} />
      {children}
    </Form>
  );
}
