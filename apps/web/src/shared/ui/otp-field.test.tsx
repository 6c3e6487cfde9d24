import { screen } from '@testing-library/react';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { Form } from '../forms/form.tsx';
import { otpCode } from '../forms/rules.ts';
import { useForm } from '../forms/use-form.ts';
import { renderUi } from '../test/render-ui.tsx';
import { digitsOf, OtpField } from './otp-field.tsx';

class Refused extends Error {
  readonly fields = { otpValue: 'Mã chưa đúng' };
}

type Send = (code: string) => Promise<void>;

const schema = v.object({ otpValue: otpCode() });

function OtpForm({ send }: { send: Send }) {
  const form = useForm({ id: 'otp', schema, onSubmit: ({ otpValue }) => send(otpValue) });
  return (
    <Form form={form} action="/vid/web/signin/otp/confirm">
      <OtpField label="Mã xác thực" onComplete={() => form.submit()} />
    </Form>
  );
}

const firstBox = () => screen.getByRole('textbox', { name: 'Mã xác thực' });
const boxes = () =>
  screen.getAllByRole('textbox').filter((box) => box.getAttribute('aria-hidden') !== 'true');
const shown = () => boxes().map((box) => (box instanceof HTMLInputElement ? box.value : ''));

describe('OtpField', () => {
  test('six typed digits are sent, once, without a press', async () => {
    const send = vi.fn<Send>(async () => {});
    const { user } = await renderUi(<OtpForm send={send} />);
    await user.type(firstBox(), '123456');
    await vi.waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith('123456'));
    expect(shown()).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  test.each(['123 456', '123-456', '１２３４５６', 'Ma xac thuc: 123456', ' 1 2 3 4 5 6\n'])(
    'a pasted %j is the code',
    async (text) => {
      const send = vi.fn<Send>(async () => {});
      const { user } = await renderUi(<OtpForm send={send} />);
      await user.click(firstBox());
      await user.paste(text);
      await vi.waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith('123456'));
    },
  );

  test('a whole code pasted into a later box replaces what was there', async () => {
    const send = vi.fn<Send>(async () => {});
    const { user } = await renderUi(<OtpForm send={send} />);
    await user.type(firstBox(), '99');
    await user.paste('123456');
    await vi.waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith('123456'));
  });

  test('the same code pasted again is no second try', async () => {
    const send = vi.fn<Send>(async () => {});
    const { user } = await renderUi(<OtpForm send={send} />);
    await user.click(firstBox());
    await user.paste('123456');
    await user.paste('123456');
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  });

  test('a refused code is cleared, its error stands by the field, the first box has the focus', async () => {
    const send = vi.fn<Send>(async () => {
      throw new Refused();
    });
    const { user } = await renderUi(<OtpForm send={send} />);
    await user.click(firstBox());
    await user.paste('123456');
    await screen.findByText('Mã chưa đúng');
    expect(shown()).toEqual(['', '', '', '', '', '']);
    expect(document.activeElement).toBe(boxes()[0]);
    // The same digits are then a new try.
    await user.paste('123456');
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  });

  test('the first box takes the code from the keyboard, all boxes are written left to right', async () => {
    await renderUi(<OtpForm send={async () => {}} />);
    const [first] = boxes();
    expect(first?.getAttribute('autocomplete')).toBe('one-time-code');
    expect(first?.getAttribute('inputmode')).toBe('numeric');
    expect(first?.closest('[dir]')?.getAttribute('dir')).toBe('ltr');
  });

  test('digits of any width are digits', () => {
    expect(digitsOf('１２-３ b4')).toBe('1234');
  });
});
