import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordField } from './password-field.tsx';

const states = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((item) => item.textContent.includes(', đã đạt'));

describe('PasswordField', () => {
  test('shows and hides the typed password with its toggle', async () => {
    const { user } = await renderUi(<PasswordField name="password" label="Mật khẩu" />);
    const field = screen.getByLabelText('Mật khẩu');
    await user.type(field, 'Bí mật 1');
    await user.tab();
    const toggle = screen.getByRole('button', { name: 'Hiện mật khẩu', pressed: false });
    expect(document.activeElement).toBe(toggle);
    await user.keyboard('{Enter}');
    expect(field.getAttribute('type')).toBe('text');
    // A phone would capitalise the first letter of a visible password.
    expect(field.getAttribute('autocapitalize')).toBe('none');
    expect(screen.getByRole('button', { name: 'Hiện mật khẩu', pressed: true })).toBe(document.activeElement);
    await user.keyboard(' ');
    expect(field.getAttribute('type')).toBe('password');
    expect(field).toHaveProperty('value', 'Bí mật 1');
  });

  test('ticks each rule as the typed password meets it', async () => {
    const { user } = await renderUi(<NewPasswordField name="password" label="Mật khẩu" />);
    expect(states()).toEqual([false, false, false, false, false]);
    const field = screen.getByLabelText('Mật khẩu');
    await user.type(field, 'Ơở1');
    expect(states()).toEqual([false, true, true, true, false]);
    await user.type(field, '!xxxx');
    expect(states()).toEqual([true, true, true, true, true]);
    expect(field.getAttribute('aria-describedby')).toContain('rules');
  });

  test.each([
    ['Đường9!xx', 'asks'],
    ['Duo\u031Bng9!xx', 'asks'],
    ['Duong9!xx', 'does not ask'],
    ['12345678', 'does not ask'],
  ])('$1 whether every device can type the new password $0', async (password, verdict) => {
    const { user } = await renderUi(<NewPasswordField name="password" label="Mật khẩu" />);
    await user.type(screen.getByLabelText('Mật khẩu'), password);
    expect(screen.queryByText(/Telex/u) !== null).toBe(verdict === 'asks');
  });

  test.each([
    ['current', 'current-password'],
    ['repeat', 'new-password'],
  ] as const)('of the kind %s has the autocomplete attribute %s', async (kind, autoComplete) => {
    await renderUi(<PasswordField name="password" label="Mật khẩu" kind={kind} />);
    expect(screen.getByLabelText('Mật khẩu').getAttribute('autocomplete')).toBe(autoComplete);
  });
});
