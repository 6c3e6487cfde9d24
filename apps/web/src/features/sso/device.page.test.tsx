import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { data, refusal } from '../../../test/fake-server.ts';
import { person } from '../../../test/member.tsx';
import { thirdParty } from '../../../test/sign-on.ts';
import { expectRefusedPress } from '../../../test/refused-press.ts';
import { bodiesOf, heading, network, useVisitorScreens, visit } from '../../../test/visitor.tsx';
import { sessionStarted } from '#session/session.ts';

useVisitorScreens();

const lookUp = 'POST /vid/api/sso/device/lookup';
const decide = 'POST /vid/api/sso/device/decide';
const save = 'PATCH /vid/api/users/profile';
type Account = { id: string; name: string | null; avatar: string | null; phone: string };
const found = (account: Account, requiresName = false) =>
  data({
    application: thirdParty,
    requiresName,
    requiresEmail: false,
    account: { ...account, isEmailConfirmed: false },
    scopes: ['openid'],
  });
const first = { id: 'acc_1', name: 'Nguyễn Thị Ánh', avatar: null, phone: '+8491****78' };
const second = { id: 'acc_2', name: 'Trần Văn Bình', avatar: null, phone: '+8491****21' };
const named = { ...first, id: person.id };
const nameless = { ...named, name: null };

const nameTitle = 'Bổ sung tên để tiếp tục';
const allowTitle = 'Cho phép thiết bị đăng nhập?';

async function enterCode(account: typeof nameless | typeof named) {
  network().on(lookUp, () => found(account, true));
  sessionStarted({ ...person, name: account.name });
  const { user } = visit('/device?user_code=BCDF-GHJK');
  await heading('Đăng nhập trên thiết bị khác');
  await user.click(screen.getByRole('button', { name: 'Tiếp tục' }));
  return user;
}

test('the device page asks for a missing name before it asks permission', async () => {
  const user = await enterCode(nameless);
  await heading(nameTitle);
  network().on(save, () => data(person));
  network().on(lookUp, () => found(named, true));
  network().on(decide, () => data({ approved: true }));
  await user.type(screen.getByLabelText('Họ và tên'), 'Nguyễn Thị Ánh');
  await user.click(screen.getByRole('button', { name: 'Tiếp tục' }));
  await heading(allowTitle);
  await user.click(screen.getByRole('button', { name: 'Cho phép' }));
  await heading('Thiết bị đã đăng nhập');
  expect(screen.getByRole('link', { name: 'Về trang chủ' })).toBeTruthy();
  expect(bodiesOf(save)).toEqual([{ name: 'Nguyễn Thị Ánh' }]);
  expect(bodiesOf(decide)).toMatchObject([{ approve: true }]);
});

test('the device page asks for no name if the account has one', async () => {
  await enterCode(named);
  await heading(allowTitle);
  expect(screen.queryByLabelText('Họ và tên')).toBeNull();
});

test('the device page asks for a name deleted after the lookup', async () => {
  const user = await enterCode(named);
  await heading(allowTitle);
  network().on(lookUp, () => found(nameless, true));
  network().on(decide, () => refusal(403, { error: 'Cần bổ sung tên.', message: 'NAME_REQUIRED' }));
  await user.click(screen.getByRole('button', { name: 'Cho phép' }));
  await heading(nameTitle);
  expect(screen.queryByText('Cần bổ sung tên.')).toBeNull();
});

test('the device page saves no name if the user denies the device', async () => {
  const user = await enterCode(nameless);
  await heading(nameTitle);
  network().on(decide, () => refusal(503, { error: 'Hệ thống đang bận.', message: 'UNAVAILABLE' }));
  await user.click(screen.getByRole('button', { name: 'Hủy' }));
  await screen.findByText('Hệ thống đang bận.');
  network().on(decide, () => data({ approved: false }));
  await user.click(screen.getByRole('button', { name: 'Hủy' }));
  await heading('Đã từ chối đăng nhập');
  expect(screen.getByRole('link', { name: 'Về trang chủ' })).toBeTruthy();
  expect(bodiesOf(save)).toEqual([]);
  expect(bodiesOf(decide).at(-1)).toMatchObject({ approve: false });
});

test('the device page asks again after another tab has switched the account', async () => {
  network().on(lookUp, () => found(first));
  network().on(decide, () => refusal(403, { error: 'Cần bạn đồng ý.', message: 'CONSENT_REQUIRED' }));
  sessionStarted(person);
  const { user } = visit('/device?user_code=BCDF-GHJK');
  await heading('Đăng nhập trên thiết bị khác');
  await user.click(screen.getByRole('button', { name: 'Tiếp tục' }));
  await heading(allowTitle);
  await screen.findByText(first.name);
  network().on(lookUp, () => found(second));
  await user.click(screen.getByRole('button', { name: 'Cho phép' }));
  await screen.findByText(second.name);
  await screen.findByText('Cần bạn đồng ý.');
  network().on(decide, () => data({ approved: true }));
  await user.click(screen.getByRole('button', { name: 'Cho phép' }));
  await heading('Thiết bị đã đăng nhập');
  expect(bodiesOf(decide)).toEqual([
    { userCode: 'BCDF-GHJK', accountId: 'acc_1', approve: true },
    { userCode: 'BCDF-GHJK', accountId: 'acc_2', approve: true },
  ]);
});

test('the device page accepts another code after a refused decision', async () => {
  const user = await enterCode(named);
  await heading(allowTitle);
  expect(screen.getByText('BCDF-GHJK')).toBeTruthy();
  await expectRefusedPress(user, decide, 'Từ chối', network());
  await expectRefusedPress(user, decide, 'Cho phép', network());
  await user.click(screen.getByRole('button', { name: 'Nhập mã khác' }));
  await heading('Đăng nhập trên thiết bị khác');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Mã thiết bị' }).value).toBe('BCDF-GHJK');
});

test('the device page denies the device when the user presses the button', async () => {
  const user = await enterCode(named);
  await heading(allowTitle);
  network().on(decide, () => data({ approved: false }));
  await user.click(screen.getByRole('button', { name: 'Từ chối' }));
  await heading('Đã từ chối đăng nhập');
  expect(bodiesOf(decide)).toMatchObject([{ approve: false }]);
});
