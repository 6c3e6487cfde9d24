import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../../test/member.tsx';
import { type Consent, ApplicationCard } from './application-card.tsx';

const list = 'GET /vid/api/sso/consents';
const withdraw = 'POST /vid/api/sso/consents/withdraw';
const consent: Consent = {
  application: {
    code: 'bao-gia',
    name: 'Báo Giá',
    logo: null,
    isFirstParty: false,
    operatorName: null,
    policyUrl: null,
  },
  scopes: ['openid', 'phone'],
  agreedAt: '2026-03-01T02:00:00.000Z',
  firstUsedAt: '2026-03-02T02:00:00.000Z',
  lastUsedAt: null,
};

const openDialog = async () => {
  const user = renderPage(<ApplicationCard />, person);
  await user.click(await screen.findByRole('button', { name: 'Rút lại sự đồng ý với Báo Giá' }));
  const dialog = await screen.findByRole('dialog', { name: 'Rút lại sự đồng ý?' });
  expect(dialog.textContent).toContain('Báo Giá');
  return { user, button: within(dialog).getByRole('button', { name: 'Rút lại sự đồng ý' }), dialog };
};

describe('the list of applications that receive data', () => {
  useMemberScreens();
  let consents: Consent[] = [];
  beforeEach(() => {
    consents = [consent];
    network().on(list, () => data(consents));
  });

  test('A11 is empty after the consent of its only application is withdrawn', async () => {
    network().on(withdraw, () => {
      consents = [];
      return data(true);
    });
    const { user, button } = await openDialog();
    await user.click(button);
    expect(await screen.findByText('Chưa có ứng dụng nào được xem thông tin của bạn.')).toBeDefined();
    expect(network().calls.map(({ endpoint }) => endpoint)).toEqual([list, withdraw, list]);
    expect(network().calls[1]?.body).toEqual({ appCode: 'bao-gia' });
  });

  test('reports in the dialog that a consent could not be withdrawn', async () => {
    network().on(withdraw, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    const { user, button, dialog } = await openDialog();
    await user.click(button);
    expect(await within(dialog).findByText('Chậm lại.')).toBeDefined();
  });

  test('can be loaded again after a failure', async () => {
    network().on(list, () => refusal(403, { error: 'Tạm gián đoạn.', message: 'FORBIDDEN' }));
    const user = renderPage(<ApplicationCard />, person);
    expect(await screen.findByText('Tạm gián đoạn.')).toBeDefined();
    network().on(list, () => data(consents));
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(await screen.findByText('Báo Giá')).toBeDefined();
  });
});
