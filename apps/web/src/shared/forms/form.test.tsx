import { act, screen } from '@testing-library/react';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { setLocale } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { SubmitButton } from '#shared/ui/controls/button.tsx';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { PasswordField } from '#shared/ui/fields/password-field.tsx';
import { PhoneField } from '#shared/ui/fields/text-field.tsx';
import { Form, type FormOptions, useForm } from './form.tsx';
import { message } from './message.ts';
import { optionalCheckbox, phone, typedPassword } from './rules.ts';

const schema = v.pipe(
  v.object({
    phone: phone(),
    password: typedPassword(),
    again: typedPassword(),
    remember: optionalCheckbox(),
  }),
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

type FindMore = NonNullable<FormOptions<typeof schema>['findMore']>;

function SampleForm({ send, findMore }: { send: Send; findMore?: FindMore }) {
  const form = useForm({ id: 'sample', schema, onSubmit: send, ...(findMore && { findMore }) });
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
  test('focuses an empty required field on submit and sends nothing', async () => {
    const send = vi.fn<Send>(async () => {});
    const { user } = await renderUi(<SampleForm send={send} />);
    await user.click(submit());
    expect(send).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(field('Số điện thoại'));
    expect(field('Số điện thoại').getAttribute('aria-invalid')).toBe('true');
    const [errorId = ''] = (field('Số điện thoại').getAttribute('aria-describedby') ?? '').split(' ');
    expect(document.getElementById(errorId)?.textContent).toBe('Vui lòng nhập số điện thoại.');
  });

  test('sends the validated values once, even on a double click', async () => {
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

  test('shows the server’s error at its field until the field changes', async () => {
    const send = vi.fn<Send>(async () => {
      throw new Failure('Không gửi được', { password: 'Mật khẩu này bị lộ', unknown: 'x' });
    });
    const { user } = await renderUi(<SampleForm send={send} />);
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText('Mật khẩu này bị lộ')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('');
    await expect.poll(() => document.activeElement).toBe(field('Mật khẩu'));
    expect(field('Mật khẩu').value).toBe('x');
    await user.type(field('Nhập lại'), 'y');
    expect(screen.queryByText('Mật khẩu này bị lộ')).toBeTruthy();
    await user.type(field('Mật khẩu'), 'y');
    expect(screen.queryByText('Mật khẩu này bị lộ')).toBeNull();
  });

  test('shows a failure without fields in the alert', async () => {
    const send = vi
      .fn<Send>()
      .mockRejectedValueOnce(new Failure('Hệ thống bận'))
      .mockResolvedValueOnce('Sai rồi');
    const { user } = await renderUi(<SampleForm send={send} />);
    // The alert of a long form may be far above the button.
    const scroll = vi.spyOn(screen.getByRole('alert'), 'scrollIntoView');
    await fill(user);
    await user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toBe('Hệ thống bận');
    expect(scroll).toHaveBeenCalledTimes(1);
    await user.click(submit());
    expect(screen.getByRole('alert').textContent).toBe('Sai rồi');
    expect(scroll).toHaveBeenCalledTimes(2);
  });

  test('validates a changed field when it is left', async () => {
    const { user } = await renderUi(<SampleForm send={async () => {}} />);
    await user.click(field('Mật khẩu'));
    await user.tab();
    expect(field('Mật khẩu').getAttribute('aria-invalid')).toBeNull();
    await user.type(field('Số điện thoại'), '12');
    expect(field('Số điện thoại').getAttribute('aria-invalid')).toBeNull();
    await user.tab();
    expect(await screen.findByText('Vui lòng nhập số di động Việt Nam gồm 10 chữ số.')).toBeTruthy();
  });

  test('does not validate a field that is left unchanged', async () => {
    const { user } = await renderUi(<SampleForm send={async () => {}} />);
    field('Số điện thoại').value = '12';
    await user.click(field('Số điện thoại'));
    await user.tab();
    expect(document.activeElement).not.toBe(field('Số điện thoại'));
    expect(field('Số điện thoại').getAttribute('aria-invalid')).toBeNull();
  });

  test('validates a field entered by a click and left by a key', async () => {
    const { user } = await renderUi(<SampleForm send={async () => {}} />);
    await user.click(field('Số điện thoại'));
    await user.keyboard('12{Tab}');
    expect(screen.queryByText('Vui lòng nhập số di động Việt Nam gồm 10 chữ số.')).toBeTruthy();
  });

  test('shows a field’s error only after the click that took its focus', async () => {
    const { user } = await renderUi(<SampleForm send={async () => {}} />);
    await user.type(field('Số điện thoại'), '12');
    await user.pointer({ target: field('Ghi nhớ'), keys: '[MouseLeft>]' });
    expect(screen.queryByText('Vui lòng nhập số di động Việt Nam gồm 10 chữ số.')).toBeNull();
    await user.pointer({ target: field('Ghi nhớ'), keys: '[/MouseLeft]' });
    expect(await screen.findByText('Vui lòng nhập số di động Việt Nam gồm 10 chữ số.')).toBeTruthy();
    expect(field('Ghi nhớ').checked).toBe(true);
  });

  test('clears a mismatch error when the password changes', async () => {
    const { user } = await renderUi(<SampleForm send={async () => {}} />);
    await fill(user, 'xy');
    await user.click(submit());
    expect(screen.queryByText('Mật khẩu nhập lại chưa khớp.')).toBeTruthy();
    await user.type(field('Mật khẩu'), 'y');
    expect(screen.queryByText('Mật khẩu nhập lại chưa khớp.')).toBeNull();
  });

  test('adds the server’s errors without moving the focus', async () => {
    const { promise, resolve } = Promise.withResolvers<Record<string, string>>();
    const findMore = vi.fn<FindMore>(() => promise);
    const { user } = await renderUi(<SampleForm send={async () => {}} findMore={findMore} />);
    await user.type(field('Số điện thoại'), '0912345678');
    await user.type(field('Nhập lại'), 'x');
    await user.dblClick(submit());
    expect(findMore).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(field('Mật khẩu'));
    expect(screen.queryByText('Vui lòng nhập mật khẩu.')).toBeTruthy();
    expect(submit().getAttribute('aria-busy')).toBeNull();
    const announced = screen.getByRole('status');
    expect(announced.textContent).toBe('');
    await act(async () => resolve({ phone: 'Số đã có tài khoản', password: 'Mật khẩu này bị lộ' }));
    expect(announced.textContent).toBe('Số điện thoại: Số đã có tài khoản ');
    expect(screen.queryByText('Số đã có tài khoản')).toBeTruthy();
    expect(screen.queryByText('Vui lòng nhập mật khẩu.')).toBeTruthy();
    expect(document.activeElement).toBe(field('Mật khẩu'));
    await user.type(field('Số điện thoại'), '9');
    expect(announced.textContent).toBe('');
  });

  test('drops a late server error for a changed field', async () => {
    const first = Promise.withResolvers<Record<string, string>>();
    const second = Promise.withResolvers<Record<string, string>>();
    const findMore = vi.fn<FindMore>().mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
    const send = vi.fn<Send>(async () => {});
    const { user } = await renderUi(<SampleForm send={send} findMore={findMore} />);
    await user.type(field('Số điện thoại'), '0912345678');
    await user.click(submit());
    await user.type(field('Số điện thoại'), '{Backspace}9');
    await act(async () => first.resolve({ phone: 'Số đã có tài khoản', remember: 'Không ghi nhớ được' }));
    expect(screen.queryByText('Số đã có tài khoản')).toBeNull();
    expect(screen.queryByText('Không ghi nhớ được')).toBeTruthy();

    await user.click(submit());
    await user.type(field('Mật khẩu'), 'x');
    await user.type(field('Nhập lại'), 'x');
    await user.click(submit());
    expect(send).toHaveBeenCalledOnce();
    await act(async () => second.resolve({ phone: 'Số đã có tài khoản' }));
    expect(screen.queryByText('Số đã có tài khoản')).toBeNull();
  });

  test('replaces the server’s messages when the language changes', async () => {
    const send = vi
      .fn<Send>()
      .mockRejectedValueOnce(new Failure('Sai', { password: 'Mật khẩu này bị lộ' }))
      .mockRejectedValueOnce(new Failure('Hệ thống bận'))
      .mockRejectedValueOnce(new Failure('Busy'));
    const { user } = await renderUi(<SampleForm send={send} />);
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText('Mật khẩu này bị lộ')).toBeTruthy();
    await act(() => setLocale('en'));
    expect(screen.queryByText('Mật khẩu này bị lộ')).toBeNull();
    expect(screen.getByText('Check and try again.')).toBeTruthy();
    await act(() => setLocale('vi'));
    expect(screen.queryByText('Mật khẩu này bị lộ')).toBeTruthy();
    await user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toBe('Hệ thống bận');
    await act(() => setLocale('en'));
    expect(screen.getByRole('alert').textContent).toBe('Check and try again.');
    await user.click(submit());
    expect(screen.getByRole('alert').textContent).toBe('Busy');
  });

  test('keeps the values and translates the error when the language changes', async () => {
    const { user } = await renderUi(<SampleForm send={async () => {}} />);
    const typed = field('Mật khẩu');
    await user.type(typed, 'x');
    await user.click(submit());
    await act(() => setLocale('en'));
    expect(screen.queryByText('Số điện thoại is required.')).toBeTruthy();
    expect(typed.isConnected).toBe(true);
    expect(typed.value).toBe('x');
  });

  test('renders a labelled form that can be posted without script', async () => {
    await renderUi(<SampleForm send={async () => {}} />);
    const form = document.querySelector('form');
    expect(form?.getAttribute('method')).toBe('post');
    expect(form?.getAttribute('action')).toBe('/vid/web/signin');
    expect(field('Số điện thoại').id).toBe('sample-phone');
  });
});
