import { cleanup, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { ConfirmEmailPage } from './confirm-email.page.tsx';
import { EmailValue } from './email-value.tsx';

const information = 'GET /vid/api/users/information';
const confirm = 'POST /vid/api/users/email/confirm';
const token = 'A'.repeat(22);

const show = () => renderPage(<EmailValue email="anh@example.vn" />, person);
const open = (secret: string) => renderPage(<ConfirmEmailPage />, person, `/confirm-email#${secret}`);

describe('the e-mail address in the profile', () => {
  useMemberScreens();

  test('is marked as confirmed', async () => {
    network().on(information, () =>
      data({
        email: { state: 'confirmed', canConfirm: true },
        phoneChange: null,
        certificate: null,
        verification: null,
      }),
    );
    show();
    expect(await screen.findByText('Đã xác nhận')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('offers to resend the link while unconfirmed, and says why no link can be sent', async () => {
    network().on(information, () =>
      data({
        email: { state: 'waiting', canConfirm: true },
        phoneChange: null,
        certificate: null,
        verification: null,
      }),
    );
    network().on('POST /vid/api/users/email/send', () =>
      refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }),
    );
    const user = show();
    expect(await screen.findByText('Chưa xác nhận')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Gửi lại liên kết' }));
    expect(await screen.findByText('Chậm lại.')).toBeDefined();
    network().on('POST /vid/api/users/email/send', () => data(true));
    await user.click(screen.getByRole('button', { name: 'Gửi lại liên kết' }));
    expect(network().calls.at(-1)?.endpoint).toBe('POST /vid/api/users/email/send');
  });

  test('shows no state if the server sends no mail', async () => {
    network().on(information, () =>
      data({
        email: { state: 'waiting', canConfirm: false },
        phoneChange: null,
        certificate: null,
        verification: null,
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

  test('confirms the address only after a press', async () => {
    const user = open(token);
    expect(network().calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Xác nhận email' }));
    expect(await screen.findByText(/anh@example\.vn/)).toBeDefined();
    expect(network().calls).toMatchObject([{ endpoint: confirm, body: { token } }]);
  });

  test('says that a link is invalid if it is old or has no secret', async () => {
    open('');
    expect(screen.getByRole('heading', { name: 'Liên kết không dùng được' })).toBeDefined();
    cleanup();
    const user = open(token);
    network().on(confirm, () => refusal(400, { error: 'Hết hạn.', message: 'EMAIL_LINK_INVALID' }));
    await user.click(screen.getByRole('button', { name: 'Xác nhận email' }));
    expect(await screen.findByRole('heading', { name: 'Liên kết không dùng được' })).toBeDefined();
  });

  test('can be retried after an outage', async () => {
    const user = open(token);
    network().on(confirm, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    await user.click(screen.getByRole('button', { name: 'Xác nhận email' }));
    expect(await screen.findByText('Chậm lại.')).toBeDefined();
    network().on(confirm, () => data({ email: 'anh@example.vn' }));
    await user.click(screen.getByRole('button', { name: 'Xác nhận email' }));
    expect(await screen.findByRole('heading', { name: 'Đã xác nhận email' })).toBeDefined();
  });
});
