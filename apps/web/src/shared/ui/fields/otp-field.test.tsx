import { fireEvent, screen, waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { Form, useForm } from '#shared/forms/form.tsx';
import { renderUi } from '#shared/test/render-ui.tsx';
import { digitsOf, otpCode, OtpField } from './otp-field.tsx';

class Refused extends Error {
  readonly fields = { otpValue: 'Mã chưa đúng' };
}

type Send = (code: string) => Promise<void>;

const schema = v.object({ otpValue: otpCode(6) });

function OtpForm({ send }: { send: Send }) {
  const form = useForm({ id: 'otp', schema, onSubmit: ({ otpValue }) => send(otpValue) });
  return (
    <Form form={form} action="/vid/web/signin/otp/confirm">
      <OtpField label="Mã OTP" onComplete={() => form.submit()} />
    </Form>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Mã OTP');
const shown = () => [...document.querySelectorAll('[data-box]')].map((box) => box.textContent);

describe('OtpField', () => {
  test('submits six typed digits once, without a button press', async () => {
    const send = vi.fn<Send>(async () => {});
    const { user } = await renderUi(<OtpForm send={send} />);
    await user.type(field(), '123456');
    await waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith('123456'));
    expect(shown()).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  test.each(['123 456', '123-456', '１２３４５６', 'Ma xac thuc: 123456', ' 1 2 3 4 5 6\n'])(
    'reads the code from the pasted text %j',
    async (text) => {
      const send = vi.fn<Send>(async () => {});
      const { user } = await renderUi(<OtpForm send={send} />);
      await user.click(field());
      await user.paste(text);
      await waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith('123456'));
    },
  );

  test('replaces typed digits with a full code that is pasted', async () => {
    const send = vi.fn<Send>(async () => {});
    const { user } = await renderUi(<OtpForm send={send} />);
    await user.type(field(), '99');
    await user.paste('123456');
    await waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith('123456'));
  });

  test('ignores the same code when it is pasted again', async () => {
    const send = vi.fn<Send>(async () => {});
    const { user } = await renderUi(<OtpForm send={send} />);
    await user.click(field());
    await user.paste('123456');
    await user.paste('123456');
    await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  });

  test('clears a rejected code, shows the error and keeps the focus', async () => {
    const send = vi.fn<Send>(async () => {
      throw new Refused();
    });
    const { user } = await renderUi(<OtpForm send={send} />);
    await user.click(field());
    await user.paste('123456');
    await screen.findByText('Mã chưa đúng');
    expect(shown()).toEqual(['', '', '', '', '', '']);
    expect(document.activeElement).toBe(field());
    // After the refusal, the same digits count as a new attempt.
    await user.paste('123456');
    await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  });

  test('is a single left-to-right input with one-time-code autofill', async () => {
    await renderUi(<OtpForm send={async () => {}} />);
    expect(screen.getAllByRole('textbox')).toEqual([field()]);
    expect(field().getAttribute('autocomplete')).toBe('one-time-code');
    expect(field().getAttribute('inputmode')).toBe('numeric');
    expect(field().maxLength).toBe(-1);
    expect(field().closest('[dir]')?.getAttribute('dir')).toBe('ltr');
  });

  test('ignores an extra digit, but accepts a suggested code after typed digits', async () => {
    const send = vi.fn<Send>(() => new Promise(() => {}));
    const { user } = await renderUi(<OtpForm send={send} />);
    await user.type(field(), '12a345');
    expect(shown()).toEqual(['1', '2', '3', '4', '5', '']);
    await user.clear(field());
    await user.type(field(), '99');
    fireEvent.input(field(), { target: { value: '99123456' } });
    await waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith('123456'));
    await user.type(field(), '7');
    expect(field().value).toBe('123456');
  });

  test('reads full-width digits', () => {
    expect(digitsOf('１２-３ b4')).toBe('1234');
  });
});
