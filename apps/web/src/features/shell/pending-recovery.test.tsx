import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { data } from '../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../test/member.tsx';
import { expectRefusedPress } from '../../../test/refused-press.ts';
import { PendingRecovery } from './pending-recovery.tsx';

const find = 'GET /vid/api/users/recovery';
const stop = 'DELETE /vid/api/users/recovery';

const pending = {
  requestedAt: '2026-03-07T02:00:00.000Z',
  readyAt: '2026-03-10T02:00:00.000Z',
  device: { browser: 'Chrome', system: 'Android', isMobile: true },
  address: '203.0.113.7',
};

useMemberScreens();

test('the notice of a pending recovery names its device', async () => {
  network().failOnce(find);
  let open: typeof pending | null = pending;
  network().on(find, () => data(open));
  const user = renderPage(<PendingRecovery />, person);
  const press = await screen.findByRole('button', { name: 'Hủy yêu cầu khôi phục' });
  const region = screen.getByRole('region', { name: 'Có người yêu cầu khôi phục tài khoản của bạn' });
  for (const part of ['203.0.113.7', 'Chrome trên Android', '10/03/2026'])
    expect(region.textContent).toContain(part);
  await expectRefusedPress(user, stop, 'Hủy yêu cầu khôi phục');
  network().on(stop, () => data(false));
  await user.click(press);
  expect(await screen.findByText(/chỉ Hội mới hủy được/u)).toBeDefined();
  network().on(stop, () => {
    open = null;
    return data(true);
  });
  await user.click(press);
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});

test('a member without a pending recovery sees no notice', async () => {
  network().on(find, () => data(null));
  renderPage(<PendingRecovery />, person);
  await expect.poll(() => network().calls.length).toBe(1);
  expect(screen.queryByRole('region')).toBeNull();
});
