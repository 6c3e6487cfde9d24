import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { bodiesOf, network, useVisitorScreens } from '../../../../test/visitor.tsx';
import { Form } from '#shared/forms/form.tsx';
import { captchaAnswer } from '#shared/forms/rules.ts';
import { useForm } from '#shared/forms/use-form.ts';
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

/** Replaces the browser's Worker and answers immediately. */
class FakeWorker extends EventTarget {
  static solution: object | null = { counter: 7, derivedKey: 'ab' };

  postMessage(): void {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: FakeWorker.solution })));
  }

  terminate(): void {}
}

beforeEach(() => {
  spent.length = 0;
  outcome = async () => {};
  FakeWorker.solution = { counter: 7, derivedKey: 'ab' };
  vi.stubGlobal('Worker', FakeWorker);
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
  test('exchanges the typed answer for a token and uses it once', async () => {
    render(<TestForm />);
    await userEvent.type(await screen.findByLabelText('Mã bảo vệ'), ' ab3de ');
    await submit();
    await waitFor(() => expect(spent).toEqual(['ct_1']));
    expect(bodiesOf('POST /vid/gateway/captcha/validate')).toEqual([
      { captchaId: 'cap_1', captchaValue: 'ab3de', purpose: 'otp' },
    ]);
  });

  test('refresh loads another picture, clears the field and focuses it', async () => {
    render(<TestForm />);
    const field = await screen.findByLabelText<HTMLInputElement>('Mã bảo vệ');
    await screen.findByRole('img', { name: 'Hình chứa mã bảo vệ' });
    await userEvent.type(field, 'old');
    await userEvent.click(screen.getByRole('button', { name: 'Đổi hình khác' }));
    expect(document.activeElement).toBe(field);
    expect(await screen.findByText('Đã đổi sang hình mới.')).toBeTruthy();
    expect(field.value).toBe('');
  });

  test('C6: works without a picture, by proof of work, and announces the progress', async () => {
    render(<TestForm />);
    await userEvent.click(await screen.findByRole('button', { name: 'Xác minh không cần hình' }));
    expect(await screen.findByText('Đã xác minh.')).toBeTruthy();
    await submit();
    await waitFor(() => expect(spent).toEqual(['by-work']));
    const [solution] = bodiesOf('POST /vid/gateway/captcha/solution');
    expect(solution).toMatchObject({ purpose: 'otp', payload: expect.any(String) });
    expect(bodiesOf('POST /vid/gateway/captcha/validate')).toEqual([]);
  });

  test('uses up the token in a refused call; the next call needs new work', async () => {
    outcome = () => Promise.reject(new Error('call refused'));
    render(<TestForm />);
    await userEvent.click(await screen.findByRole('button', { name: 'Xác minh không cần hình' }));
    await screen.findByText('Đã xác minh.');
    await submit();
    await screen.findByText('call refused');
    outcome = async () => {};
    await submit();
    await waitFor(() => expect(spent).toHaveLength(2));
    expect(bodiesOf('POST /vid/gateway/captcha/solution')).toHaveLength(2);
  });

  test('reports failed work and offers a retry or the picture', async () => {
    FakeWorker.solution = null;
    render(<TestForm />);
    await userEvent.click(await screen.findByRole('button', { name: 'Xác minh không cần hình' }));
    expect(await screen.findByText(/Chưa xác minh được/)).toBeTruthy();
    FakeWorker.solution = { counter: 7, derivedKey: 'ab' };
    await userEvent.click(screen.getByRole('button', { name: 'Xác minh lại' }));
    expect(await screen.findByText('Đã xác minh.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Xác minh bằng hình' }));
    expect(screen.getByLabelText('Mã bảo vệ')).toBeTruthy();
  });

  test('shows the server’s text after too many pictures and still offers proof of work', async () => {
    network().on('POST /vid/gateway/captcha/generate', () =>
      refusal(429, { error: 'Bạn lấy mã bảo vệ quá nhiều lần.', message: 'CAPTCHA_RATE' }),
    );
    render(<TestForm />);
    expect(await screen.findByText('Bạn lấy mã bảo vệ quá nhiều lần.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Xác minh không cần hình' })).toBeTruthy();
  });
});
