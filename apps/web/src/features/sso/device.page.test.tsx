import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { data, refusal } from '../../../test/fake-server.ts';
import { person } from '../../../test/member.tsx';
import { bodiesOf, heading, network, useVisitorScreens, visit } from '../../../test/visitor.tsx';
import { sessionStarted } from '#session/session.ts';

useVisitorScreens();

const lookUp = 'POST /vid/api/sso/device/lookup';
const decide = 'POST /vid/api/sso/device/decide';
const save = 'PATCH /vid/api/users/profile';
const found = (account: { id: string; name: string | null; phone: string }) =>
  data({
    application: { code: 'san-hoi', name: 'Sàn Hội', logo: null, isFirstParty: false },
    account,
    scopes: ['openid'],
  });
const first = { id: 'acc_1', name: 'Nguyễn Thị Ánh', phone: '+8491•••••78' };
const second = { id: 'acc_2', name: 'Trần Văn Bình', phone: '+8491•••••21' };

const nameTitle = 'Bổ sung tên để tiếp tục';

/** Allows a device whose application requires a name, as an account without one. */
async function allowWithoutName() {
  network().on(lookUp, () => found({ ...first, id: person.id, name: null }));
  network().on(decide, () => refusal(403, { error: 'Cần bổ sung tên.', message: 'NAME_REQUIRED' }));
  sessionStarted({ ...person, name: null });
  const { user } = visit('/device?user_code=BCDF-GHJK');
  await heading('Đăng nhập trên thiết bị khác');
  await user.click(screen.getByRole('button', { name: 'Tiếp tục' }));
  await heading('Cho phép thiết bị đăng nhập?');
  await user.click(screen.getByRole('button', { name: 'Cho phép' }));
  await heading(nameTitle);
  return user;
}

test('asks for the name that the application requires, saves it, and then allows the device', async () => {
  const user = await allowWithoutName();
  network().on(save, () => data(person));
  network().on(decide, () => data({ approved: true }));
  await user.type(screen.getByLabelText('Họ và tên'), 'Nguyễn Thị Ánh');
  await user.click(screen.getByRole('button', { name: 'Tiếp tục' }));
  await heading('Thiết bị đã đăng nhập');
  expect(bodiesOf(save)).toEqual([{ name: 'Nguyễn Thị Ánh' }]);
  expect(bodiesOf(decide)).toMatchObject([{ approve: true }, { approve: true }]);
});

test('refusing to give a name denies the device and saves nothing', async () => {
  const user = await allowWithoutName();
  network().on(decide, () => data({ approved: false }));
  await user.click(screen.getByRole('button', { name: 'Từ chối' }));
  await heading('Đã từ chối đăng nhập');
  expect(bodiesOf(save)).toEqual([]);
  expect(bodiesOf(decide)).toMatchObject([{ approve: true }, { approve: false }]);
});

test('shows the other account if another tab has signed in to it, and asks again', async () => {
  network().on(lookUp, () => found(first));
  network().on(decide, () => refusal(403, { error: 'Cần bạn đồng ý.', message: 'CONSENT_REQUIRED' }));
  sessionStarted(person);
  const { user } = visit('/device?user_code=BCDF-GHJK');
  await heading('Đăng nhập trên thiết bị khác');
  await user.click(screen.getByRole('button', { name: 'Tiếp tục' }));
  await heading('Cho phép thiết bị đăng nhập?');
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
