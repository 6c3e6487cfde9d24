import { screen, within, cleanup } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { data } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { AddPermissionsPage } from './add-permissions.page.tsx';
import { readKeptEntry } from './kept-entry.ts';

const add = 'POST /vid/api/apps/:appId/permissions';

const open = () =>
  renderPage(
    <Routes>
      <Route path="/apps/:appId/permissions/add" element={<AddPermissionsPage />} />
    </Routes>,
    person,
    '/apps/app_1/permissions/add',
  );

describe('a pasted list of people', () => {
  useMemberScreens();
  beforeEach(async () => {
    await loadTexts('apps');
    history.replaceState(null, '');
    network().on('GET /vid/api/apps/:appId/roles', () =>
      data([{ code: 'reader', name: 'Người đọc', description: '', isDefault: true, people: 0 }]),
    );
    network().on(add, () =>
      data({
        report: [
          { phone: '0912345678', outcome: 'added' },
          { phone: '09123456O9', outcome: 'invalid' },
          { phone: '0987654321', outcome: 'no-account' },
        ],
      }),
    );
  });

  const lines = [
    'Họ tên\tĐiện thoại',
    'An\t0912345678',
    'Bình\t09123456O9',
    'Cúc\t0987654321',
    '+84 912 345 678',
  ];

  const send = async () => {
    const user = open();
    await user.click(await screen.findByLabelText(/^Số điện thoại/));
    await user.paste(lines.join('\n'));
    await user.click(screen.getByRole('button', { name: 'Thêm vào ứng dụng' }));
    const report = within(await screen.findByRole('region', { name: 'Kết quả từng dòng' }));
    return { user, report };
  };

  test('is sent without its heading and with each phone number once', async () => {
    const { report } = await send();
    // The page reads the roles again, because their numbers of people have changed.
    expect(network().calls.filter(({ endpoint }) => endpoint.endsWith('/roles'))).toHaveLength(2);
    const sent = network().calls.find(({ endpoint }) => endpoint.startsWith('POST'));
    expect(sent?.body).toEqual({ role: 'reader', phones: ['0912345678', '09123456O9', '0987654321'] });
    expect(report.getAllByRole('row').map((row) => row.lastElementChild?.textContent)).toEqual([
      'Kết quả',
      'Không phải số di động',
      'Chưa có tài khoản VID',
      'Trùng với dòng 2',
      'Đã thêm',
    ]);
    const form = screen.getByLabelText(/^Số điện thoại/);
    expect(screen.getByRole('region', { name: 'Kết quả từng dòng' }).compareDocumentPosition(form)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(report.getByText('Chưa có tài khoản VID: 1')).toBeDefined();
  });

  test('can be reduced to the lines that were not added', async () => {
    const { user, report } = await send();
    expect(report.getByText(/09123456O9/)).toBeDefined();
    await user.click(report.getByRole('button', { name: 'Sửa các dòng chưa thêm được' }));
    const box = screen.getByLabelText(/^Số điện thoại/);
    expect(box).toHaveProperty('value', 'Bình\t09123456O9\nCúc\t0987654321');
    expect(document.activeElement).toBe(box);
  });

  test('is kept only for the same account and application', async () => {
    await send();
    expect(readKeptEntry('app_1')).toMatchObject({
      phones: lines.join('\n'),
      report: { role: 'reader', lines: [{ line: 2, outcome: 'added' }, {}, {}, { outcome: 'same' }] },
    });
    const nothing = { role: '', phones: '', report: null };
    expect(readKeptEntry('app_2')).toEqual(nothing);
    history.replaceState({ addPeople: { ...history.state.addPeople, accountId: 'acc_other' } }, '');
    expect(readKeptEntry('app_1')).toEqual(nothing);
  });

  test('offers to copy the phone numbers without an account', async () => {
    const { user, report } = await send();
    await user.click(report.getByRole('button', { name: 'Sao chép các số chưa có tài khoản' }));
    expect(await navigator.clipboard.readText()).toBe('0987654321');
  });

  test('moves the focus to its report', async () => {
    const { user, report } = await send();
    expect(document.activeElement).toBe(report.getByRole('heading'));
    expect(report.getByText(/Người đọc/u)).toBeDefined();
    await user.selectOptions(report.getByLabelText('Kết quả'), 'Chưa có tài khoản VID');
    expect(report.getAllByRole('row')).toHaveLength(2);
    await user.selectOptions(report.getByLabelText('Kết quả'), '');
    expect(report.getAllByRole('row')).toHaveLength(5);
  });

  test('counts its phone numbers, each number once', async () => {
    const user = open();
    await user.click(await screen.findByLabelText(/^Số điện thoại/u));
    await user.paste('0912345678\n+84 912 345 678\n0987654321');
    expect(screen.getByText(/^2 số/u)).toBeDefined();
  });

  test('does not focus its report after a reload', async () => {
    await send();
    cleanup();
    open();
    const report = within(await screen.findByRole('region', { name: 'Kết quả từng dòng' }));
    expect(document.activeElement).not.toBe(report.getByRole('heading'));
    expect(screen.getByLabelText(/^Số điện thoại/u)).toHaveProperty('value', lines.join('\n'));
  });
});
