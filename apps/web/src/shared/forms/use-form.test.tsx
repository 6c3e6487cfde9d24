import { act, screen } from '@testing-library/react';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { setLocale } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { SubmitButton } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/choices.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { PhoneField } from '#shared/ui/text-field.tsx';
import { Form } from './form.tsx';
import { message } from './message.ts';
import { currentPassword, phone, tickable } from './rules.ts';
import { useForm } from './use-form.ts';

const schema = v.pipe(
  v.object({ phone: phone(), password: currentPassword(), again: currentPassword(), remember: tickable() }),
  v.forward(
    v.check((values) => values.password === values.again, message('errors.passwordMismatch')),
    ['again'],
  ),
);

class Failure extends Error {
  readonly fields: Record<string, string> | undefined;
  constructor(text: string, fields?: Record<string, string>) {
    super(text);
    this.fields = fields;
  }
}

type Send = (values: v.InferOutput<typeof schema>) => Promise<string | void>;

function SampleForm({ send }: { send: Send }) {
  const form = useForm({ id: 'sample', schema, onSubmit: send });
  return (
    <Form form={form} action="/vid/web/signin">
      <PhoneField label="Số điện thoại" hint="Ví dụ" />
      <PasswordField name="password" label="Mật khẩu" />
      <PasswordField name="again" label="Nhập lại" kind="repeat" />
      <Checkbox name="remember" label="Ghi nhớ" />
      <SubmitButton>Gửi</SubmitButton>
    </Form>
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const submit = () => screen.getByRole('button', { name: 'Gửi' });

async function fill(user: Awaited<ReturnType<typeof renderUi>>['user'], again = 'x') {
  await user.type(field('Số điện thoại'), '0912345678');
  await user.type(field('Mật khẩu'), 'x');
  await user.type(field('Nhập lại'), again);
}

describe('useForm', () => {
  test('an empty form: an error by each field, the focus in the first, nothing sent', async () => {
    const send = vi.fn<Send>(async () => {});
    const { user } = await renderUi(<SampleForm send={send} />);
    await user.click(submit());
    expect(send).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(field('Số điện thoại'));
    expect(field('Số điện thoại').getAttribute('aria-invalid')).toBe('true');
    const [errorId = ''] = (field('Số điện thoại').getAttribute('aria-describedby') ?? '').split(' ');
    expect(document.getElementById(errorId)?.textContent).toBe('Số điện thoại không được để trống.');
  });

  test('the checked values are sent once, however often the button is pressed', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const send = vi.fn<Send>(() => promise);
    const { user } = await renderUi(<SampleForm send={send} />);
    await fill(user);
    await user.click(field('Ghi nhớ'));
    await user.dblClick(submit());
    await user.keyboard('{Enter}');
    expect(send).toHaveBeenCalledExactlyOnceWith({
      phone: '0912 345 678',
      password: 'x',
      again: 'x',
      remember: true,
    });
    expect(submit().getAttribute('aria-busy')).toBe('true');
    expect(submit()).not.toHaveProperty('disabled', true);
    await act(async () => resolve());
    expect(submit().getAttribute('aria-busy')).toBeNull();
  });

  test("the server's fields are shown by theirs and focused, what was typed stays, typing takes the error away", async () => {
    const send = vi.fn<Send>(async () => {
      throw new Failure('Không gửi được', { password: 'Mật khẩu này bị lộ', unknown: 'x' });
    });
    const { user } = await renderUi(<SampleForm send={send} />);
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText('Mật khẩu này bị lộ')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('');
    expect(document.activeElement).toBe(field('Mật khẩu'));
    expect(field('Mật khẩu').value).toBe('x');
    await user.type(field('Nhập lại'), 'y');
    expect(screen.queryByText('Mật khẩu này bị lộ')).toBeTruthy();
    await user.type(field('Mật khẩu'), 'y');
    expect(screen.queryByText('Mật khẩu này bị lộ')).toBeNull();
  });

  test('a failure without fields, and a returned text, stand in the alert; the form can be sent again', async () => {
    const send = vi
      .fn<Send>()
      .mockRejectedValueOnce(new Failure('Hệ thống bận'))
      .mockResolvedValueOnce('Sai rồi');
    const { user } = await renderUi(<SampleForm send={send} />);
    await fill(user);
    await user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toBe('Hệ thống bận');
    await user.click(submit());
    expect(screen.getByRole('alert').textContent).toBe('Sai rồi');
  });

  test('no error on the first key, one on leaving a changed field, none on passing through an empty one', async () => {
    const { user } = await renderUi(<SampleForm send={async () => {}} />);
    await user.click(field('Mật khẩu'));
    await user.tab();
    expect(field('Mật khẩu').getAttribute('aria-invalid')).toBeNull();
    await user.type(field('Số điện thoại'), '12');
    expect(field('Số điện thoại').getAttribute('aria-invalid')).toBeNull();
    await user.tab();
    expect(await screen.findByText('Số điện thoại chưa đúng định dạng.')).toBeTruthy();
  });

  test('two fields that must agree: mending either one mends the error', async () => {
    const { user } = await renderUi(<SampleForm send={async () => {}} />);
    await fill(user, 'xy');
    await user.click(submit());
    expect(screen.queryByText('Mật khẩu nhập lại chưa khớp.')).toBeTruthy();
    await user.type(field('Mật khẩu'), 'y');
    expect(screen.queryByText('Mật khẩu nhập lại chưa khớp.')).toBeNull();
  });

  test('a change of language keeps what was typed and turns the error on the screen', async () => {
    const { user } = await renderUi(<SampleForm send={async () => {}} />);
    const typed = field('Mật khẩu');
    await user.type(typed, 'x');
    await user.click(submit());
    await act(() => setLocale('en'));
    expect(screen.queryByText('Số điện thoại is required')).toBeTruthy();
    expect(typed.isConnected).toBe(true);
    expect(typed.value).toBe('x');
  });

  test('before the script has come it is a plain form that posts, its fields labelled', async () => {
    await renderUi(<SampleForm send={async () => {}} />);
    const form = document.querySelector('form');
    expect(form?.getAttribute('method')).toBe('post');
    expect(form?.getAttribute('action')).toBe('/vid/web/signin');
    expect(field('Số điện thoại').id).toBe('sample-phone');
  });
});
