import { cleanup, screen } from '@testing-library/react';
import { useLocation, useNavigationType } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { expectRefusedPress } from '../../../../test/refused-press.ts';
import { ConfirmEmailPage } from './confirm-email.page.tsx';
import { EmailValue } from '#features/member/profile/profile-details.tsx';

const information = 'GET /vid/api/users/information';
const confirm = 'POST /vid/api/users/email/confirm';
const token = 'A'.repeat(22);

const show = () => renderPage(<EmailValue email="anh@example.vn" isConfirmed={false} />, person);
const Address = () => <code>{`${useNavigationType()} ${useLocation().hash}`}</code>;
const open = (secret: string) =>
  renderPage(
    <>
      <ConfirmEmailPage />
      <Address />
    </>,
    person,
    `/confirm-email#${secret}`,
  );

describe('the e-mail address in the profile', () => {
  useMemberScreens();

  test('is marked as confirmed if the member has confirmed it', async () => {
    network().on(information, () =>
      data({
        email: { state: 'confirmed', canConfirm: true },
        accountReturn: null,
        certificate: null,
        verification: null,
        password: null,
      }),
    );
    show();
    expect(await screen.findByText('Đã xác nhận')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('has a button that resends the confirmation link while unconfirmed', async () => {
    network().on(information, () =>
      data({
        email: { state: 'waiting', canConfirm: true },
        accountReturn: null,
        certificate: null,
        verification: null,
        password: null,
      }),
    );
    const user = show();
    expect(await screen.findByText('Chưa xác nhận')).toBeDefined();
    await expectRefusedPress(user, 'POST /vid/api/users/email/send', 'Gửi lại liên kết');
    network().on('POST /vid/api/users/email/send', () => data(true));
    await user.click(screen.getByRole('button', { name: 'Gửi lại liên kết' }));
    expect(network().calls.at(-1)?.endpoint).toBe('POST /vid/api/users/email/send');
  });

  test('is shown without a state if the server sends no mail', async () => {
    network().on(information, () =>
      data({
        email: { state: 'waiting', canConfirm: false },
        accountReturn: null,
        certificate: null,
        verification: null,
        password: null,
      }),
    );
    show();
    await expect.poll(() => network().calls.length).toBe(1);
    expect(screen.queryByText('Chưa xác nhận')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the page of a confirmation link', () => {
  useMemberScreens();
  beforeEach(() => network().on(confirm, () => data({ email: 'anh@example.vn' })));

  test('confirms the address only after the user presses a button', async () => {
    const user = open(token);
    expect(network().calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Xác nhận email' }));
    expect(await screen.findByText(/anh@example\.vn/)).toBeDefined();
    // The history must not keep the secret.
    expect(await screen.findByText('REPLACE')).toBeDefined();
    expect(network().calls).toMatchObject([{ endpoint: confirm, body: { token } }]);
  });

  test('reports an expired link and a link without a secret as invalid', async () => {
    open('');
    expect(screen.getByRole('heading', { name: 'Liên kết không dùng được' })).toBeDefined();
    cleanup();
    const user = open(token);
    network().on(confirm, () => refusal(400, { error: 'Hết hạn.', message: 'EMAIL_LINK_INVALID' }));
    await user.click(screen.getByRole('button', { name: 'Xác nhận email' }));
    expect(await screen.findByRole('heading', { name: 'Liên kết không dùng được' })).toBeDefined();
  });

  test('offers a retry after a failure', async () => {
    const user = open(token);
    await expectRefusedPress(user, confirm, 'Xác nhận email');
    network().on(confirm, () => data({ email: 'anh@example.vn' }));
    await user.click(screen.getByRole('button', { name: 'Xác nhận email' }));
    expect(await screen.findByRole('heading', { name: 'Đã xác nhận email' })).toBeDefined();
  });
});
