import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '../../../../test/fake-server.ts';
import {
  bodiesOf,
  challenge,
  failProofOfWork,
  network,
  useVisitorScreens,
} from '../../../../test/visitor.tsx';
import { Form, useForm } from '#shared/forms/form.tsx';
import { captchaAnswer } from '#shared/forms/rules.ts';
import { signupEvents } from '#state/signup.ts';
import { useDraft } from '#features/sign-in/use-draft.ts';
import { CaptchaField } from './captcha-field.tsx';
import { useCaptcha } from './use-captcha.ts';

useVisitorScreens();

const schema = v.object({ captcha: captchaAnswer() });
const spent: string[] = [];
let outcome: () => Promise<void> = async () => {};

function TestForm() {
  const captcha = useCaptcha('otp');
  const form = useForm({
    id: 'test',
    schema,
    onSubmit: ({ captcha: typed }) =>
      captcha.spend(typed, async (token) => {
        spent.push(token);
        await outcome();
      }),
  });
  useDraft(form.ref);
  return (
    <Form form={form} action="/x">
      <input name="phone" aria-label="Số" />
      <input name="remember" type="checkbox" defaultChecked />
      <CaptchaField captcha={captcha} />
      <button type="submit">Gửi</button>
    </Form>
  );
}

beforeEach(() => {
  spent.length = 0;
  outcome = async () => {};
});
afterEach(cleanup);

const touch = () => userEvent.type(screen.getByLabelText('Số'), '0');
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Gửi' }));
const pictureField = async () => {
  await screen.findByRole('img', { name: 'Hình chứa mã cần nhập' });
  return screen.getByLabelText<HTMLInputElement>('Mã trong hình');
};
const solutions = () => bodiesOf('POST /vid/gateway/captcha/solution');

describe('the captcha field', () => {
  test('C6 solves the captcha in the background when the form is touched', async () => {
    render(<TestForm />);
    expect(network().calls).toEqual([]);
    await touch();
    await waitFor(() => expect(solutions()).toEqual([{ purpose: 'otp', payload: expect.any(String) }]));
    await submit();
    await waitFor(() => expect(spent).toEqual(['work_1']));
    expect(screen.queryByLabelText('Mã trong hình')).toBeNull();
    expect(bodiesOf('POST /vid/gateway/captcha/generate')).toEqual([]);
  });

  test('sends no request when a remembered phone number fills the form', async () => {
    signupEvents.drafted('0912345678', null);
    render(<TestForm />);
    expect(screen.getByLabelText<HTMLInputElement>('Số').value).toBe('0912 345 678');
    expect(network().calls).toEqual([]);
  });

  test('starts new work after a refused call', async () => {
    outcome = () => Promise.reject(new Error('call refused'));
    render(<TestForm />);
    await submit();
    await screen.findByText('call refused');
    outcome = async () => {};
    await submit();
    await waitFor(() => expect(spent).toEqual(['work_1', 'work_2']));
  });

  test('shows a picture if proof of work cannot run', async () => {
    failProofOfWork();
    render(<TestForm />);
    await touch();
    await userEvent.type(await pictureField(), ' ab3de ');
    await submit();
    await waitFor(() => expect(spent).toEqual(['ct_1']));
    expect(bodiesOf('POST /vid/gateway/captcha/validate')).toEqual([
      { captchaId: 'cap_1', captchaValue: 'ab3de', purpose: 'otp' },
    ]);
  });

  test('asks for the picture’s code without an error at the first submission', async () => {
    failProofOfWork();
    render(<TestForm />);
    await submit();
    const field = await pictureField();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.getAttribute('aria-invalid')).toBeNull();
    await submit();
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    await userEvent.type(field, 'ab3de');
    await submit();
    await waitFor(() => expect(spent).toEqual(['ct_1']));
  });

  test('submits work and picture code if the server asks for both', async () => {
    network().on('GET /vid/gateway/captcha/challenge', () => challenge(true));
    render(<TestForm />);
    await touch();
    await userEvent.type(await pictureField(), 'ab3de');
    await submit();
    await waitFor(() => expect(spent).toEqual(['work_1']));
    expect(solutions()).toEqual([
      { captchaId: 'cap_1', captchaValue: 'ab3de', purpose: 'otp', payload: expect.any(String) },
    ]);
  });

  test('does not repeat the proof of work after a wrong answer', async () => {
    network().on('GET /vid/gateway/captcha/challenge', () => challenge(true));
    network().on('POST /vid/gateway/captcha/solution', () =>
      refusal(400, { error: 'sai', message: 'CAPTCHA_INVALID' }),
    );
    render(<TestForm />);
    await touch();
    const field = await pictureField();
    await userEvent.type(field, 'wrong');
    await submit();
    expect(await screen.findByText('Mã trong hình không đúng. Vui lòng nhập mã mới.')).toBeTruthy();
    await waitFor(() => expect(field.value).toBe(''));
    expect(network().calls.filter(({ endpoint }) => endpoint.endsWith('/challenge'))).toHaveLength(1);
  });

  test('C6 lets the user replace a requested picture with more proof of work', async () => {
    const asked: (string | null)[] = [];
    network().on('GET /vid/gateway/captcha/challenge', ({ query }) => {
      asked.push(query.get('picture'));
      return challenge(query.get('picture') === null);
    });
    render(<TestForm />);
    await touch();
    await pictureField();
    await userEvent.click(screen.getByRole('button', { name: 'Xác minh không cần hình' }));
    await submit();
    await waitFor(() => expect(spent).toEqual(['work_1']));
    expect(asked).toEqual([null, 'no']);
    expect(screen.queryByLabelText('Mã trong hình')).toBeNull();
  });

  test('loads another picture and clears the field on request', async () => {
    failProofOfWork();
    render(<TestForm />);
    await touch();
    const field = await pictureField();
    await userEvent.type(field, 'old');
    await userEvent.click(screen.getByRole('button', { name: 'Đổi hình khác' }));
    expect(document.activeElement).toBe(field);
    expect(await screen.findByText('Đã đổi sang hình mới.')).toBeTruthy();
    expect(field.value).toBe('');
  });

  test('shows the server’s message after too many captchas', async () => {
    network().on('GET /vid/gateway/captcha/challenge', () =>
      refusal(429, { error: 'Bạn lấy mã bảo vệ quá nhiều lần.', message: 'CAPTCHA_RATE' }),
    );
    render(<TestForm />);
    await submit();
    expect(await screen.findByText('Bạn lấy mã bảo vệ quá nhiều lần.')).toBeTruthy();
  });
});
