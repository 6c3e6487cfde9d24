import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { bodiesOf, network, useVisitorScreens } from '../../../../test/visitor.tsx';
import { Form } from '#shared/forms/form.tsx';
import { useForm } from '#shared/forms/use-form.ts';
import { captchaAnswer } from './captcha-answer.ts';
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
  return (
    <Form form={form} action="/x">
      <CaptchaField captcha={captcha} />
      <button type="submit">Gửi</button>
    </Form>
  );
}

/** A worker that finds its solution at once, at the edge where the browser would run one. */
class ReadyWorker extends EventTarget {
  static solution: object | null = { counter: 7, derivedKey: 'ab' };

  postMessage(): void {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: ReadyWorker.solution })));
  }

  terminate(): void {}
}

beforeEach(() => {
  spent.length = 0;
  outcome = async () => {};
  ReadyWorker.solution = { counter: 7, derivedKey: 'ab' };
  vi.stubGlobal('Worker', ReadyWorker);
  network().on('GET /vid/gateway/captcha/challenge', () =>
    data({
      parameters: { algorithm: 'SHA-256', nonce: '00', salt: '00', cost: 1, keyLength: 32, keyPrefix: '00' },
    }),
  );
  network().on('POST /vid/gateway/captcha/solution', () => data({ captchaToken: 'by-work', expiresIn: 120 }));
});
afterEach(cleanup);

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Gửi' }));

describe('captcha', () => {
  test('the typed answer is exchanged for a token, which is spent once', async () => {
    render(<TestForm />);
    await userEvent.type(await screen.findByLabelText('Mã bảo vệ'), ' ab3de ');
    await submit();
    await waitFor(() => expect(spent).toEqual(['ct_1']));
    expect(bodiesOf('POST /vid/gateway/captcha/validate')).toEqual([
      { captchaId: 'cap_1', captchaValue: 'ab3de', purpose: 'otp' },
    ]);
  });

  test('refresh brings another picture, clears the field and leads back to it', async () => {
    render(<TestForm />);
    const field = await screen.findByLabelText<HTMLInputElement>('Mã bảo vệ');
    await screen.findByRole('img', { name: 'Hình chứa mã bảo vệ' });
    await userEvent.type(field, 'old');
    await userEvent.click(screen.getByRole('button', { name: 'Đổi hình khác' }));
    expect(document.activeElement).toBe(field);
    expect(await screen.findByText('Đã đổi sang hình mới.')).toBeTruthy();
    expect(field.value).toBe('');
  });

  test('C6: without a picture, by work, with its progress said', async () => {
    render(<TestForm />);
    await userEvent.click(await screen.findByRole('button', { name: 'Xác minh không cần hình' }));
    expect(await screen.findByText('Đã xác minh.')).toBeTruthy();
    await submit();
    await waitFor(() => expect(spent).toEqual(['by-work']));
    const [solution] = bodiesOf('POST /vid/gateway/captcha/solution');
    expect(solution).toMatchObject({ purpose: 'otp', payload: expect.any(String) });
    expect(bodiesOf('POST /vid/gateway/captcha/validate')).toEqual([]);
  });

  test('a spent token is not spent again: the work is done anew', async () => {
    outcome = () => Promise.reject(new Error('refused by the call'));
    render(<TestForm />);
    await userEvent.click(await screen.findByRole('button', { name: 'Xác minh không cần hình' }));
    await screen.findByText('Đã xác minh.');
    await submit();
    await screen.findByText('refused by the call');
    outcome = async () => {};
    await submit();
    await waitFor(() => expect(spent).toHaveLength(2));
    expect(bodiesOf('POST /vid/gateway/captcha/solution')).toHaveLength(2);
  });

  test('work that fails is said, and may be tried again or left for the picture', async () => {
    ReadyWorker.solution = null;
    render(<TestForm />);
    await userEvent.click(await screen.findByRole('button', { name: 'Xác minh không cần hình' }));
    expect(await screen.findByText(/Chưa xác minh được/)).toBeTruthy();
    ReadyWorker.solution = { counter: 7, derivedKey: 'ab' };
    await userEvent.click(screen.getByRole('button', { name: 'Xác minh lại' }));
    expect(await screen.findByText('Đã xác minh.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Xác minh bằng hình' }));
    expect(screen.getByLabelText('Mã bảo vệ')).toBeTruthy();
  });

  test('too many pictures: the server’s words, and the way without one stays open', async () => {
    network().on('POST /vid/gateway/captcha/generate', () =>
      refusal(429, { error: 'Bạn lấy mã bảo vệ quá nhiều lần.', message: 'CAPTCHA_RATE' }),
    );
    render(<TestForm />);
    expect(await screen.findByText('Bạn lấy mã bảo vệ quá nhiều lần.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Xác minh không cần hình' })).toBeTruthy();
  });
});
