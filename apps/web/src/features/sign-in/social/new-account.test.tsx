import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { person } from '../../../../test/member.tsx';
import { bodiesOf, heading, network, useVisitorScreens, visit } from '../../../../test/visitor.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { signupEvents } from '#state/signup.ts';

useVisitorScreens();

const verify = 'POST /vid/ajax/auth/login/social/verify';

test('a social sign-up does not name an enterprise after the person', async () => {
  await loadTexts('social');
  network().on('POST /vid/ajax/auth/login/social/pending', () =>
    data({
      provider: 'google',
      suggestion: { name: 'Lê Gia Huy', picture: null, email: 'huy@example.vn' },
      hasAccount: false,
    }),
  );
  network().on(verify, () => data({ ...person, isEnterprise: true }));
  signupEvents.flowStarted('social');
  signupEvents.detailsGiven({ phone: '+84912345678', acceptedTerms: '1' });
  signupEvents.stepReached('password');
  signupEvents.phoneVerified(600, Date.now());
  const { user } = visit('/signup/oauth/confirm-password');
  await heading('Đặt mật khẩu');
  expect(screen.getByLabelText<HTMLInputElement>(/Họ và tên/u).value).toBe('Lê Gia Huy');
  await user.click(screen.getByRole('radio', { name: /Doanh nghiệp/u }));
  const name = screen.getByLabelText<HTMLInputElement>(/Tên doanh nghiệp/u);
  expect(name.value).toBe('');
  await user.type(name, 'Công ty Gia Huy');
  await user.type(screen.getByLabelText('Mật khẩu'), 'Matkhau@2026');
  await user.click(screen.getByRole('button', { name: 'Tạo tài khoản' }));
  await waitFor(() => expect(bodiesOf(verify)).toHaveLength(1));
  expect(bodiesOf(verify)[0]).toMatchObject({ isEnterprise: true, name: 'Công ty Gia Huy' });
});

test('linking an existing account blames the password for a refusal', async () => {
  await loadTexts('social');
  network().on('POST /vid/ajax/auth/login/social/pending', () =>
    data({
      provider: 'google',
      suggestion: { name: 'Lê Gia Huy', picture: null, email: null },
      hasAccount: true,
    }),
  );
  network().on(verify, () =>
    refusal(401, { error: 'Số điện thoại hoặc mật khẩu không đúng.', message: 'AUTH_FAILED' }),
  );
  signupEvents.flowStarted('social');
  signupEvents.detailsGiven({ phone: '+84912345678', acceptedTerms: '1' });
  signupEvents.stepReached('password');
  signupEvents.phoneVerified(600, Date.now());
  const { user } = visit('/signup/oauth/confirm-password');
  await heading('Liên kết với Google');
  const field = screen.getByLabelText('Mật khẩu hiện tại');
  await user.type(field, 'sai{Enter}');
  expect(await screen.findByText('Mật khẩu không đúng.')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
});
