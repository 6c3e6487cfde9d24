import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { CertificateCard } from './certificate-card.tsx';
import type { Certificate } from './certificate-values.ts';

const information = 'GET /vid/api/users/information';
const put = 'PUT /vid/api/users/certificate';
const remove = 'DELETE /vid/api/users/certificate';
const declared: Certificate = {
  number: 'HN-01234',
  province: '01',
  issuedOn: '2026-01-15',
  expiresOn: null,
  status: 'declared',
  reason: null,
  employer: { name: 'Địa ốc Sông Hồng', taxCode: '0100109106', verified: true, referralCode: 'K7M2Q9XA' },
};

function hold(certificate: Certificate | null): void {
  const email = { state: 'none', canConfirm: true } as const;
  network().on(information, () =>
    data({ email, accountReturn: null, password: null, certificate, verification: null }),
  );
}
function open(certificate: Certificate | null) {
  hold(certificate);
  return renderPage(<CertificateCard />, person);
}
const bodies = () => network().calls.flatMap(({ endpoint, body }) => (endpoint === put ? [body] : []));

describe('the practising certificate of a broker', () => {
  useMemberScreens();

  test('can be declared, and is then shown as pending', async () => {
    network().failOnce('GET /vid/api/users/employers');
    const user = open(null);
    network().on('GET /vid/api/users/employers', () =>
      data([{ name: 'Địa ốc Sông Hồng', taxCode: '0100109106', province: '01' }]),
    );
    network().on(put, () => {
      hold(declared);
      return data(declared);
    });
    await user.click(await screen.findByRole('button', { name: 'Khai báo chứng chỉ' }));
    const number = screen.getByLabelText('Số chứng chỉ');
    await expect.poll(() => document.activeElement).toBe(number);
    await user.click(screen.getByRole('button', { name: 'Lưu chứng chỉ' }));
    expect(bodies()).toEqual([]);
    await user.type(number, ' HN-01234 ');
    await user.selectOptions(screen.getByLabelText('Nơi cấp'), '01');
    await user.click(within(screen.getByRole('group', { name: 'Ngày cấp' })).getByLabelText('Ngày'));
    await user.paste('15/01/2026');
    await user.type(screen.getByRole('combobox', { name: /^Nơi làm việc/u }), 'song hong');
    const list = within(await screen.findByRole('listbox', { name: 'Nơi làm việc' }));
    const option = await list.findByRole('option', { name: /^Địa ốc Sông Hồng/u });
    expect(screen.getByText('Tìm thấy 1 doanh nghiệp.').closest('[role=status]')).toBeTruthy();
    await user.keyboard('{ArrowDown}');
    const field = screen.getByRole('combobox', { name: /^Nơi làm việc/u });
    expect(field.getAttribute('aria-activedescendant')).toBe(option.id);
    await user.click(option);
    await user.click(screen.getByRole('button', { name: 'Lưu chứng chỉ' }));
    expect(await screen.findByText('Chờ Hội xác nhận')).toBeDefined();
    expect(bodies()).toEqual([
      { number: 'HN-01234', province: '01', issuedOn: '2026-01-15', expiresOn: null, employer: '0100109106' },
    ]);
    expect(screen.getByText('15/01/2026')).toBeDefined();
    expect(screen.getByText('Không thời hạn')).toBeDefined();
    expect(screen.getByText('Địa ốc Sông Hồng')).toBeDefined();
  });

  test('can name an employer that the search does not find', async () => {
    const user = open(declared);
    network().on('GET /vid/api/users/employers', () => data([]));
    network().on(put, () => data(declared));
    await user.click(await screen.findByRole('button', { name: /^Sửa/u }));
    const field = screen.getByRole('combobox', { name: /^Nơi làm việc/u });
    expect(field).toHaveProperty('value', 'Địa ốc Sông Hồng');
    // These changes are synchronous, so even on a slow machine the pause after typing cannot end between them.
    for (const value of ['Nh', 'Nhà', 'Nhà Xinh']) fireEvent.change(field, { target: { value } });
    expect(await screen.findByText(/Bạn vẫn có thể lưu tên này/u)).toBeDefined();
    expect(network().calls.filter(({ endpoint }) => endpoint.includes('employers'))).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Lưu chứng chỉ' }));
    await expect.poll(bodies).toEqual([expect.objectContaining({ employer: 'Nhà Xinh' })]);
  });

  test('keeps its employer if another field is changed', async () => {
    const user = open(declared);
    network().on(put, () => data(declared));
    await user.click(await screen.findByRole('button', { name: /^Sửa/u }));
    await user.type(screen.getByLabelText('Số chứng chỉ'), '5');
    await user.click(screen.getByRole('button', { name: 'Lưu chứng chỉ' }));
    await expect.poll(bodies).toEqual([expect.objectContaining({ employer: 'K7M2Q9XA' })]);
    const card = within(screen.getByRole('region', { name: 'Chứng chỉ hành nghề môi giới' }));
    expect(await card.findByText('Đã lưu chứng chỉ.')).toBeDefined();
    await user.click(card.getByRole('button', { name: /^Sửa/u }));
    expect(card.queryByText('Đã lưu chứng chỉ.')).toBeNull();
  });

  test('is rejected with an error at the employer’s field', async () => {
    network().failOnce(put);
    const user = open(declared);
    network().on(put, () =>
      refusal(400, { error: 'Sai.', message: 'VALIDATION_FAILED', fields: { employer: 'Không tìm thấy.' } }),
    );
    await user.click(await screen.findByRole('button', { name: /^Sửa/u }));
    await user.click(screen.getByRole('button', { name: 'Lưu chứng chỉ' }));
    expect(await screen.findByText('Không tìm thấy.')).toBeDefined();
    await expect
      .poll(() => document.activeElement)
      .toBe(screen.getByRole('combobox', { name: /^Nơi làm việc/u }));
  });

  test.each([
    ['confirmed', 'Hội đã xác nhận'],
    ['expired', 'Đã hết hạn'],
    ['refused', 'Không được xác nhận'],
  ] as const)('is shown as %s', async (status, shown) => {
    open({ ...declared, status });
    expect(await screen.findByText(shown)).toBeDefined();
  });

  test('can be removed after a confirmation', async () => {
    const user = open(declared);
    network().on(remove, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    await user.click(await screen.findByRole('button', { name: 'Xóa chứng chỉ' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(network().calls.some(({ endpoint }) => endpoint === remove)).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Xóa chứng chỉ' }));
    expect(await dialog.findByText('Chậm lại.')).toBeDefined();
    network().on(remove, () => {
      hold(null);
      return data(true);
    });
    network().failOnce(remove);
    await user.click(dialog.getByRole('button', { name: 'Xóa chứng chỉ' }));
    const declare = await screen.findByRole('button', { name: 'Khai báo chứng chỉ' });
    await expect.poll(() => document.activeElement).toBe(declare);
  });

  test('can be loaded again after a failure', async () => {
    network().on(information, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    const user = renderPage(<CertificateCard />, person);
    const retry = await screen.findByRole('button', { name: 'Thử lại' });
    hold(declared);
    await user.click(retry);
    expect(await screen.findByText('HN-01234')).toBeDefined();
  });
});
