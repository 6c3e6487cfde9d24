import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { data, refusal } from '../../../test/fake-server.ts';
import { person } from '../../../test/member.tsx';
import { bodiesOf, heading, network, useVisitorScreens, visit } from '../../../test/visitor.tsx';
import { sessionStarted } from '#session/session.ts';

useVisitorScreens();

const lookUp = 'POST /vid/api/sso/device/lookup';
const decide = 'POST /vid/api/sso/device/decide';
const found = (account: { id: string; name: string; phone: string }) =>
  data({
    application: { code: 'san-hoi', name: 'Sàn Hội', logo: null, isFirstParty: false },
    account,
    scopes: ['openid'],
  });
const first = { id: 'acc_1', name: 'Nguyễn Thị Ánh', phone: '+8491•••••78' };
const second = { id: 'acc_2', name: 'Trần Văn Bình', phone: '+8491•••••21' };

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
