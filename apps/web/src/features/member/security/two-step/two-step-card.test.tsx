import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../../test/member.tsx';
import { expectRefusedPress } from '../../../../../test/refused-press.ts';
import { useCommon } from '#state/common.ts';
import { useAuth } from '#state/auth.ts';
import { type TwoStepState, TwoStepCard } from './two-step-card.tsx';

const state = 'GET /vid/api/users/two-step';
const setup = 'POST /vid/api/users/two-step/setup';
const confirm = 'POST /vid/api/users/two-step/confirm';
const replace = 'POST /vid/api/users/two-step/recovery-codes';
const off: TwoStepState = { onSince: null, recoveryCodesLeft: 0, maySwitchOff: true };
const on: TwoStepState = { onSince: '2026-03-01T02:00:00.000Z', recoveryCodesLeft: 10, maySwitchOff: true };
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const codes = Array.from({ length: 10 }, (_, index) => `7k2qd-93xm${index}`);

const calls = (endpoint: string) => network().calls.filter((call) => call.endpoint === endpoint);
const button = (name: string) => screen.findByRole('button', { name });

const openSetUp = async (who = person) => {
  const user = renderPage(<TwoStepCard />, who);
  await user.click(await button('Bật xác minh hai bước'));
  expect(await screen.findByRole('heading', { name: 'Thiết lập ứng dụng xác thực' })).toBe(
    document.activeElement,
  );
  return user;
};

describe('the two-step card', () => {
  useMemberScreens();
  let now = off;
  beforeEach(() => {
    now = off;
    network().on(state, () => data(now));
    network().on('GET /vid/ajax/auth/me', () => data(person));
    network().on(setup, () =>
      data({ secret, uri: `otpauth://totp/VID:0912345678?issuer=VID&secret=${secret}`, expiresIn: 900 }),
    );
    network().on(confirm, () => {
      now = on;
      return data({ recoveryCodes: codes });
    });
    network().on(replace, () => data({ recoveryCodes: codes }));
    network().on('DELETE /vid/api/users/two-step', () => {
      now = off;
      return data(true);
    });
  });

  test('shows the recovery codes after the first code is accepted', async () => {
    const user = await openSetUp();
    expect(screen.getByRole('img', { name: 'Mã QR để thiết lập ứng dụng xác thực' })).toBeTruthy();
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    const onPhone = screen.getByRole('link', { name: 'Mở ứng dụng xác thực' });
    expect(onPhone.getAttribute('href')).toContain('otpauth://totp/');
    // A phone cannot scan its own screen, so narrow screens begin with the link and have no QR code.
    expect(onPhone.classList).toContain('md:hidden');
    expect(screen.getByRole('img', { name: /^Mã QR/ }).closest('.max-md\\:hidden')).not.toBeNull();

    network().on(confirm, () => refusal(400, { error: 'Mã sai.', message: 'TWO_STEP_CODE_INVALID' }));
    const field = screen.getByRole('textbox', { name: 'Mã xác minh' });
    await user.type(field, '000000');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText('Mã sai.').length).toBeGreaterThan(0);

    network().on(confirm, () => {
      now = on;
      return data({ recoveryCodes: codes });
    });
    await user.type(field, '123 456');
    const title = await screen.findByRole('heading', { name: 'Lưu lại mã khôi phục' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    const items = screen.getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(codes);
    // A page translator must not change a code.
    expect(items.map((item) => item.getAttribute('translate'))).toEqual(codes.map(() => 'no'));
    expect(calls(confirm).map(({ body }) => body)).toEqual([{ code: '000000' }, { code: '123456' }]);

    await user.click(await button('Tôi đã lưu mã khôi phục'));
    expect(await screen.findByText(/Còn 10 mã khôi phục/u)).toBeTruthy();
    expect(document.body.textContent).not.toContain(codes[0]);
    for (const storage of [localStorage, sessionStorage])
      expect(JSON.stringify(storage)).not.toContain(codes[0]);
  });

  test('lets the member copy and download the recovery codes', async () => {
    const user = await openSetUp();
    await user.type(screen.getByRole('textbox', { name: 'Mã xác minh' }), '123456');
    const made: Blob[] = [];
    const createUrl = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) made.push(blob);
      return 'blob:codes';
    });
    // Stub the click, because the simulated browser would leave the page.
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await user.click(await button('Sao chép'));
    const copied = await navigator.clipboard.readText();
    expect(copied.split('\n').slice(2, 12)).toEqual(codes);
    await user.click(await button('Tải về'));
    expect(click.mock.contexts).toMatchObject([{ download: 'vid-recovery-codes.txt' }]);
    expect(await made[0]?.text()).toBe(copied.replaceAll('\n', '\r\n'));
    createUrl.mockRestore();
    click.mockRestore();
  });

  test('asks for the password if the sign-in is not recent', async () => {
    const user = renderPage(<TwoStepCard />, person);
    let isConfirmed = false;
    network().on(setup, () =>
      isConfirmed
        ? data({ secret, uri: 'otpauth://totp/VID:0912345678', expiresIn: 900 })
        : refusal(403, { error: 'Xác nhận.', message: 'REAUTHENTICATION_REQUIRED' }),
    );
    network().on('POST /vid/ajax/auth/reauthenticate', () => {
      isConfirmed = true;
      return data(true);
    });
    await user.click(await button('Bật xác minh hai bước'));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Mật khẩu'), 'Trăng#Rằm8');
    await user.click(within(dialog).getByRole('button', { name: 'Tiếp tục' }));
    expect(await screen.findByRole('heading', { name: 'Thiết lập ứng dụng xác thực' })).toBeTruthy();
  });

  test('shows two-step sign-in as on if the set-up already succeeded', async () => {
    const user = await openSetUp();
    now = on;
    network().on(confirm, () => refusal(400, { error: 'Hết hạn.', message: 'TWO_STEP_SETUP_EXPIRED' }));
    await user.type(screen.getByRole('textbox', { name: 'Mã xác minh' }), '123456');
    expect(await screen.findByText('Hết hạn.')).toBeTruthy();
    expect(await button('Tạo mã khôi phục mới')).toBeTruthy();
  });

  test('replaces recovery codes only after a confirmation', async () => {
    now = { ...on, recoveryCodesLeft: 2 };
    const user = renderPage(<TwoStepCard />, person);
    expect(await screen.findByText(/Hãy tạo mã khôi phục mới/u)).toBeTruthy();
    await user.click(await button('Tạo mã khôi phục mới'));
    const dialog = await screen.findByRole('dialog', { name: 'Tạo mã khôi phục mới?' });
    expect(calls(replace)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Tạo mã khôi phục mới' }));
    expect(await screen.findByText(codes[9] ?? '')).toBeTruthy();
    expect(calls(replace)).toHaveLength(1);
  });

  test('explains why the set-up did not start', async () => {
    const user = renderPage(<TwoStepCard />, person);
    await expectRefusedPress(user, setup, 'Bật xác minh hai bước');
  });

  test('explains why a new authenticator app cannot be set up', async () => {
    now = on;
    const user = renderPage(<TwoStepCard />, person);
    await expectRefusedPress(user, setup, 'Đổi ứng dụng xác thực');
  });

  test.each([
    ['Tạo mã khôi phục mới', replace],
    ['Tắt xác minh hai bước', 'DELETE /vid/api/users/two-step'],
  ] as const)('keeps the button “%s” busy until the request fails', async (name, endpoint) => {
    now = on;
    const answer = Promise.withResolvers<void>();
    network().on(endpoint, async () => {
      await answer.promise;
      return refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' });
    });
    const user = renderPage(<TwoStepCard />, person);
    await user.click(await button(name));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await button(name)).getAttribute('aria-busy')).toBe('true');
    answer.resolve();
    expect(await screen.findByText('Chậm lại.')).toBeTruthy();
    expect((await button(name)).getAttribute('aria-busy')).toBeNull();
    // Another press clears the failure.
    await user.click(await button('Đổi ứng dụng xác thực'));
    await user.click(await button('Hủy'));
    expect(screen.queryByText('Chậm lại.')).toBeNull();
  });

  test('disables two-step sign-in after a confirmation', async () => {
    now = on;
    const user = renderPage(<TwoStepCard />, person);
    await user.click(await button('Tắt xác minh hai bước'));
    const dialog = await screen.findByRole('dialog', { name: 'Tắt xác minh hai bước?' });
    await user.click(within(dialog).getByRole('button', { name: 'Tắt xác minh hai bước' }));
    expect(await screen.findByText('Chưa bật')).toBeTruthy();
    expect(useCommon.getState().displayMessage).toBe('twoStep.card.off.done');
  });

  test('has no button to disable two-step sign-in for an administrator', async () => {
    network().on('GET /vid/ajax/auth/me', () => data({ ...person, role: 'admin' }));
    const user = await openSetUp({ ...person, role: 'admin', mustSetUpTwoStep: true });
    network().on(confirm, () => {
      now = { ...on, maySwitchOff: false };
      return data({ recoveryCodes: codes });
    });
    await user.type(screen.getByRole('textbox', { name: 'Mã xác minh' }), '123456');
    await user.click(await button('Tôi đã lưu mã khôi phục'));
    expect(
      await screen.findByText('Tài khoản quản trị chỉ tắt được xác minh hai bước khi có passkey.'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tắt xác minh hai bước' })).toBeNull();
    await waitFor(() => expect(useAuth.getState().profile?.mustSetUpTwoStep).toBe(false));
  });

  test('reports a failure and offers a retry', async () => {
    network().on(state, () => refusal(403, { error: 'Tạm gián đoạn.', message: 'FORBIDDEN' }));
    const user = renderPage(<TwoStepCard />, person);
    expect(await screen.findByText(/Tạm gián đoạn\./u)).toBeTruthy();
    network().on(state, () => data(off));
    await user.click(await button('Thử lại'));
    expect(await screen.findByText('Chưa bật')).toBeTruthy();
  });
});
