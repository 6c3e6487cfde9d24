import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  alreadyHere,
  cancelled,
  creationOptions,
  sentAssertion,
  stubAuthenticator,
} from '../../../../../test/fake-authenticator.ts';
import { data, refusal } from '../../../../../test/fake-server.ts';
import { expectFocusOnTitle } from '../../../../../test/focus.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../../test/member.tsx';
import { expectRefusedPress } from '../../../../../test/refused-press.ts';
import { useCommon } from '#state/common.ts';
import { type Passkey, PasskeyCard } from './passkey-card.tsx';

const phone: Passkey = {
  id: 'psk_phone',
  name: 'Điện thoại',
  provider: 'Google Password Manager',
  isSynced: true,
  createdAt: '2026-11-24T00:00:00.000Z',
  lastUsedAt: null,
  heldUntil: null,
};
const laptop: Passkey = { ...phone, id: 'psk_laptop', name: 'Laptop', provider: null, isSynced: false };

const one = '/vid/api/passkeys/:passkeyId';
const confirm = 'POST /vid/ajax/auth/reauthenticate';
const bodiesOf = (endpoint: string) =>
  network()
    .calls.filter((call) => call.endpoint === endpoint)
    .map(({ body }) => body);

let passkeys: Passkey[] = [];
let isConfirmed = true;

function answerChanges(): void {
  network().on('GET /vid/api/passkeys', () => data(passkeys));
  network().on('GET /vid/ajax/auth/reauthenticate', () =>
    data({ password: true, passkey: passkeys.some(({ heldUntil }) => heldUntil === null), code: false }),
  );
  network().on('POST /vid/api/passkey-options', () =>
    isConfirmed ? data(creationOptions) : refusal(403, { error: 'x', message: 'REAUTHENTICATION_REQUIRED' }),
  );
  network().on('POST /vid/api/passkeys', () => {
    passkeys = [laptop, ...passkeys];
    return data(laptop);
  });
  network().on(`DELETE ${one}`, () => {
    if (!isConfirmed) return refusal(403, { error: 'x', message: 'REAUTHENTICATION_REQUIRED' });
    passkeys = passkeys.filter(({ id }) => id !== phone.id);
    return data(true);
  });
  network().on('POST /vid/ajax/auth/reauthenticate/passkey/options', () =>
    data({
      challenge: 'Y2hhbGxlbmdl',
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    }),
  );
  network().on(confirm, () => {
    isConfirmed = true;
    return data(true);
  });
}

describe('the passkey card', () => {
  useMemberScreens();
  beforeEach(() => {
    [passkeys, isConfirmed] = [[], true];
    answerChanges();
  });

  test('lists an added passkey and marks the passkey of this device', async () => {
    stubAuthenticator();
    passkeys = [phone];
    const user = renderPage(<PasskeyCard />, person);
    expect((await screen.findByRole('listitem')).textContent).toContain('Google Password Manager');
    await user.click(screen.getByRole('button', { name: 'Thêm passkey' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    expect(useCommon.getState().displayMessage).toBe('passkey.added');
    const [added, earlier] = screen.getAllByRole('listitem');
    expect(added?.textContent).toContain('Tạo trên thiết bị này');
    expect(earlier?.textContent).not.toContain('Tạo trên thiết bị này');
  });

  test('explains why the device created no passkey', async () => {
    const device = stubAuthenticator();
    const user = renderPage(<PasskeyCard />, person);
    expect(await screen.findByText('Đăng nhập nhanh hơn vào lần sau')).toBeTruthy();
    for (const [error, text] of [
      [cancelled(), 'Thao tác với passkey chưa hoàn tất. Bạn có thể thử lại.'],
      [alreadyHere(), 'Thiết bị này đã có passkey của tài khoản.'],
    ] as const) {
      device.create.mockRejectedValueOnce(error);
      await user.click(screen.getByRole('button', { name: 'Thêm passkey' }));
      expect(await screen.findByText(text)).toBeTruthy();
    }
    expect(bodiesOf('POST /vid/api/passkeys')).toEqual([]);
  });

  test('says why the server does not prepare a passkey', async () => {
    stubAuthenticator();
    const user = renderPage(<PasskeyCard />, person);
    await expectRefusedPress(user, 'POST /vid/api/passkey-options', 'Thêm passkey');
  });

  test('tells the password manager once which passkeys the account has', async () => {
    const { signals } = stubAuthenticator({ hasSignals: true });
    network().on('GET /vid/api/passkey-signals', () =>
      data({
        rpId: 'localhost',
        userId: 'dXNlcg',
        name: '0912345678',
        displayName: 'Ánh',
        credentialIds: ['Y3JlZA'],
      }),
    );
    renderPage(<PasskeyCard />, person);
    await waitFor(() => expect(signals.signalAllAcceptedCredentials).toHaveBeenCalledOnce());
  });

  test('treats a passkey that was removed elsewhere as removed', async () => {
    stubAuthenticator();
    passkeys = [phone];
    network().on(`DELETE ${one}`, () => {
      passkeys = [];
      return refusal(404, { error: 'Không có.', message: 'PASSKEY_NOT_FOUND' });
    });
    const user = renderPage(
      <>
        <h1 tabIndex={-1}>Passkey</h1>
        <PasskeyCard />
      </>,
      person,
    );
    await user.click(await screen.findByRole('button', { name: 'Xóa Điện thoại' }));
    const ask = await screen.findByRole('dialog', { name: 'Xóa passkey “Điện thoại”?' });
    await user.click(within(ask).getByRole('button', { name: 'Xóa' }));
    await waitFor(() => expect(screen.queryByText('Điện thoại')).toBeNull());
    expect(useCommon.getState().displayMessage).toBe('passkey.removed');
    await expectFocusOnTitle();
  });

  test('renames a passkey', async () => {
    stubAuthenticator();
    passkeys = [phone];
    network().on(`PATCH ${one}`, () => {
      passkeys = [{ ...phone, name: 'Máy của mẹ' }];
      return data({ ...phone, name: 'Máy của mẹ' });
    });
    const user = renderPage(<PasskeyCard />, person);
    await user.click(await screen.findByRole('button', { name: 'Đổi tên Điện thoại' }));
    const field = await screen.findByRole('textbox', { name: 'Tên passkey' });
    await user.clear(field);
    await user.click(screen.getByRole('button', { name: 'Lưu tên' }));
    expect(bodiesOf('PATCH /vid/api/passkeys/psk_phone')).toEqual([]);
    await user.type(field, 'Máy của mẹ{Enter}');
    expect(await screen.findByText('Máy của mẹ')).toBeTruthy();
    expect(bodiesOf('PATCH /vid/api/passkeys/psk_phone')).toEqual([{ name: 'Máy của mẹ' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('removes a passkey after a confirmation with a passkey', async () => {
    stubAuthenticator();
    [passkeys, isConfirmed] = [[phone, laptop], false];
    const user = renderPage(<PasskeyCard />, person);
    await user.click(await screen.findByRole('button', { name: 'Xóa Điện thoại' }));
    const ask = await screen.findByRole('dialog', { name: 'Xóa passkey “Điện thoại”?' });
    await user.click(within(ask).getByRole('button', { name: 'Xóa' }));
    await user.click(await screen.findByRole('button', { name: 'Dùng passkey' }));
    await waitFor(() => expect(screen.queryByText('Điện thoại')).toBeNull());
    expect(bodiesOf(confirm)).toEqual([{ passkey: sentAssertion }]);
    expect(screen.getByText('Laptop')).toBeTruthy();
  });

  test('does not offer a new passkey to confirm its removal', async () => {
    stubAuthenticator();
    [passkeys, isConfirmed] = [[{ ...phone, heldUntil: '2026-11-27T00:00:00.000Z' }], false];
    const user = renderPage(<PasskeyCard />, person);
    expect(
      await screen.findByText(/có thể dùng passkey này để xác nhận các thay đổi quan trọng/u),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Xóa Điện thoại' }));
    const ask = await screen.findByRole('dialog', { name: 'Xóa passkey “Điện thoại”?' });
    await user.click(within(ask).getByRole('button', { name: 'Xóa' }));
    expect(await screen.findByLabelText('Mật khẩu')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Dùng passkey' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Hủy' }));
  });

  test('says that the last credential cannot be removed', async () => {
    const device = stubAuthenticator();
    passkeys = [phone];
    network().on(`DELETE ${one}`, () =>
      refusal(409, { error: 'Đây là cách đăng nhập duy nhất.', message: 'LAST_CREDENTIAL' }),
    );
    const user = renderPage(<PasskeyCard />, person);
    await user.click(await screen.findByRole('button', { name: 'Xóa Điện thoại' }));
    const ask = await screen.findByRole('dialog', { name: 'Xóa passkey “Điện thoại”?' });
    await user.click(within(ask).getByRole('button', { name: 'Xóa' }));
    expect(await within(ask).findByText('Đây là cách đăng nhập duy nhất.')).toBeTruthy();
    isConfirmed = false;
    answerChanges();
    device.get.mockRejectedValueOnce(cancelled());
    await user.click(within(ask).getByRole('button', { name: 'Xóa' }));
    await user.click(await screen.findByRole('button', { name: 'Dùng passkey' }));
    expect(await screen.findByText('Thao tác với passkey chưa hoàn tất. Bạn có thể thử lại.')).toBeTruthy();
    expect(bodiesOf(confirm)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Hủy' }));
  });

  test('stops offering to add a passkey at the limit', async () => {
    stubAuthenticator();
    passkeys = Array.from({ length: 20 }, (_, index) => ({ ...phone, id: `psk_${index}` }));
    renderPage(<PasskeyCard />, person);
    expect(await screen.findByText(/^Tài khoản đã có đủ 20 passkey/u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Thêm passkey' })).toBeNull();
  });

  test('can be loaded again after a failure', async () => {
    stubAuthenticator();
    network().on('GET /vid/api/passkeys', () =>
      refusal(400, { error: 'Lỗi.', message: 'VALIDATION_FAILED' }),
    );
    const user = renderPage(<PasskeyCard />, person);
    expect(await screen.findByText('Chưa tải được danh sách passkey.')).toBeTruthy();
    answerChanges();
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(await screen.findByText('Đăng nhập nhanh hơn vào lần sau')).toBeTruthy();
  });

  test('says that the browser does not support passkeys', async () => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    renderPage(<PasskeyCard />, person);
    expect(await screen.findByText(/^Trình duyệt này không hỗ trợ passkey/u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Thêm passkey' })).toBeNull();
  });
});
