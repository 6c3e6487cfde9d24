import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi, onTestFinished } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import {
  ShellProviders,
  enterprise,
  network,
  person,
  renderPage,
  useMemberScreens,
} from '../../../../test/member.tsx';
import { findDraft, keepDraft } from '#session/drafts.ts';
import { draftsKey } from '#session/kept-drafts.ts';
import { sessionEnded } from '#session/session.ts';
import { authEvents, useAuth } from '#state/auth.ts';
import { InformationPage } from './information.page.tsx';

const incomplete = { ...person, name: null, object: null, province: null, isComplete: false };
const changes = () => network().calls.filter(({ endpoint }) => !endpoint.startsWith('GET '));
function useInformationScreens() {
  useMemberScreens();
  beforeEach(() =>
    network().on('GET /vid/api/users/information', () =>
      data({
        email: { state: 'confirmed', canConfirm: true },
        accountReturn: null,
        certificate: null,
        verification: null,
        password: null,
      }),
    ),
  );
}
const save = () => screen.findByRole('button', { name: 'Lưu thay đổi' });

describe('the page of a personal account', () => {
  useInformationScreens();

  test('shows the saved profile, and opens the form on request', async () => {
    const user = renderPage(<InformationPage />, person);
    expect(screen.getByRole('heading', { level: 1, name: 'Thông tin tài khoản' })).toBeDefined();
    expect(screen.getByText('Hà Nội')).toBeDefined();
    expect(screen.getByText('0912 345 678')).toBeDefined();
    expect(screen.getByText('Đã đủ thông tin')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Sửa' }));
    const name = await screen.findByLabelText('Họ và tên');
    await expect.poll(() => document.activeElement).toBe(name);
    await user.click(screen.getByRole('button', { name: 'Hủy' }));
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Sửa' }));
  });

  test('lists the missing fields of a new account, and marks each field', async () => {
    const user = renderPage(<InformationPage />, incomplete);
    expect(screen.getByRole('heading', { level: 1, name: 'Hoàn thiện thông tin' })).toBeDefined();
    expect(screen.getByText('Còn thiếu: Họ và tên, Nhóm hội viên, Tỉnh/Thành phố')).toBeDefined();
    await user.click(await save());
    expect(screen.getByText('Vui lòng nhập họ và tên.')).toBeDefined();
    expect(screen.getByText('Vui lòng chọn nhóm hội viên của bạn.')).toBeDefined();
    expect(screen.getByText('Vui lòng chọn tỉnh/thành phố.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Họ và tên'));
    expect(changes()).toEqual([]);
  });

  test('saves the completed profile and shows it', async () => {
    const user = renderPage(<InformationPage />, incomplete);
    network().on('PATCH /vid/api/users/profile', () => data(person));
    await user.type(await screen.findByLabelText('Họ và tên'), 'Nguyễn Thị Ánh');
    await user.click(screen.getByRole('radio', { name: /Nhà môi giới/ }));
    await user.selectOptions(screen.getByLabelText('Tỉnh/Thành phố'), '01');
    await user.click(await save());
    await screen.findByText('Đã đủ thông tin');
    // The card reports the saved change instead of a notification, until the member edits the card again.
    const card = within(screen.getByRole('region', { name: 'Thông tin cá nhân' }));
    expect(card.getByText('Đã lưu thay đổi.')).toBeDefined();
    await user.click(card.getByRole('button', { name: 'Sửa' }));
    expect(card.queryByText('Đã lưu thay đổi.')).toBeNull();
    await user.click(card.getByRole('button', { name: 'Hủy' }));
    expect(card.queryByText('Đã lưu thay đổi.')).toBeNull();
    expect(changes()).toMatchObject([
      {
        endpoint: 'PATCH /vid/api/users/profile',
        body: { name: 'Nguyễn Thị Ánh', object: 'broker', province: '01' },
      },
    ]);
    expect(useAuth.getState().profile?.isComplete).toBe(true);
    expect(screen.queryByLabelText('Họ và tên')).toBeNull();
  });

  test('shows a server error at its field and keeps the typed value', async () => {
    const user = renderPage(<InformationPage />, person);
    network().on('PATCH /vid/api/users/profile', () =>
      refusal(400, {
        error: 'Một số thông tin không hợp lệ.',
        message: 'VALIDATION_FAILED',
        fields: { email: 'Email không đúng định dạng.' },
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Sửa' }));
    const email = await screen.findByLabelText(/^Email/);
    await user.clear(email);
    await user.type(email, 'anh@nha.vn');
    await user.click(await save());
    expect(await screen.findByText('Email không đúng định dạng.')).toBeDefined();
    expect(email).toHaveProperty('value', 'anh@nha.vn');
    await expect.poll(() => document.activeElement).toBe(email);
  });

  test('lets the member copy the referral code', async () => {
    const user = renderPage(<InformationPage />, person);
    const writeText = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: /Sao chép/ }));
    expect(writeText).toHaveBeenCalledWith('VN7K2M9PH8');
  });

  test('reports a failed load and offers a retry', async () => {
    const user = renderPage(<InformationPage />, person);
    network().on('GET /vid/ajax/auth/me', () => data(person));
    authEvents.profileFailed('Hệ thống đang tạm gián đoạn.');
    expect(await screen.findByText('Hệ thống đang tạm gián đoạn.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(await screen.findByText('Hà Nội')).toBeDefined();
  });
});

function asksBeforeClosing(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

describe('a draft of the profile', () => {
  useInformationScreens();

  test('survives navigation to another page', async () => {
    const user = renderPage(<InformationPage />, person);
    await user.click(screen.getByRole('button', { name: 'Sửa' }));
    await user.type(await screen.findByLabelText('Họ và tên'), ' Hồng');
    expect(findDraft('profile')?.values['name']).toBe('Nguyễn Thị Ánh Hồng');
    cleanup();

    render(<ShellProviders page={<InformationPage />} />);
    expect(screen.getByLabelText('Họ và tên')).toHaveProperty('value', 'Nguyễn Thị Ánh Hồng');
    expect(screen.getByText(/thay đổi chưa lưu/)).toBeDefined();
  });

  test('is discarded after a confirmation', async () => {
    const user = renderPage(<InformationPage />, person);
    await user.click(screen.getByRole('button', { name: 'Sửa' }));
    await user.type(await screen.findByLabelText('Họ và tên'), ' Hồng');
    await user.click(screen.getByRole('button', { name: 'Bỏ thay đổi' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Bỏ thay đổi' }));
    await waitFor(() => expect(screen.queryByLabelText('Họ và tên')).toBeNull());
  });

  test('that is stored causes no warning before the page closes', async () => {
    const user = renderPage(<InformationPage />, person);
    await user.click(screen.getByRole('button', { name: 'Sửa' }));
    await user.type(await screen.findByLabelText('Họ và tên'), ' Hồng');
    expect(sessionStorage.getItem(draftsKey)).toContain('Hồng');
    expect(asksBeforeClosing()).toBe(false);
  });

  test('that cannot be stored makes the browser warn before the page closes', async () => {
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal('sessionStorage', {
      removeItem() {},
      setItem() {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      },
    });
    const user = renderPage(<InformationPage />, person);
    await user.click(screen.getByRole('button', { name: 'Sửa' }));
    expect(asksBeforeClosing()).toBe(false);
    await user.type(await screen.findByLabelText('Họ và tên'), ' Hồng');
    expect(asksBeforeClosing()).toBe(true);
    cleanup();
    expect(asksBeforeClosing()).toBe(false);
  });

  test('is deleted at the end of the session', async () => {
    const user = renderPage(<InformationPage />, person);
    await user.click(screen.getByRole('button', { name: 'Sửa' }));
    await user.type(await screen.findByLabelText('Họ và tên'), ' Hồng');
    sessionEnded('asked');
    expect(findDraft('profile')).toBeUndefined();
    expect(sessionStorage.getItem(draftsKey)).toBeNull();
  });

  test('survives a reload, and does not contain the phone number', async () => {
    const user = renderPage(<InformationPage />, person);
    await user.click(screen.getByRole('button', { name: 'Sửa' }));
    await user.type(await screen.findByLabelText('Họ và tên'), ' Hồng');
    expect(sessionStorage.getItem(draftsKey)).not.toContain('912345678');
    vi.resetModules();
    const reloaded = await import('#session/drafts.ts');
    expect(reloaded.findDraft('profile')).toMatchObject({ values: { name: 'Nguyễn Thị Ánh Hồng' } });
  });

  test.each(['{', '[]', '{"sessionToken":"ses_here","forms":{"profile":{"values":{"name":1},"version":0}}}'])(
    'F5 is ignored if it is invalid: %s',
    async (text) => {
      sessionStorage.setItem(draftsKey, text);
      vi.resetModules();
      const reloaded = await import('#session/drafts.ts');
      expect(reloaded.findDraft('profile')).toBeUndefined();
    },
  );

  test('S3 is not shown in another session', async () => {
    renderPage(<InformationPage />, person);
    cleanup();
    keepDraft('profile', { values: { name: 'Trần Bình' }, version: 0 });
    authEvents.profileLoaded({ ...person, sessionToken: 'ses_other' });
    render(<ShellProviders page={<InformationPage />} />);
    expect(screen.queryByLabelText('Họ và tên')).toBeNull();
    expect(screen.queryByText('Trần Bình')).toBeNull();
  });

  test('whose page is not open is deleted at the session’s end', () => {
    sessionStorage.setItem(draftsKey, '{"sessionToken":"ses_here","values":{}}');
    sessionEnded('asked');
    expect(sessionStorage.getItem(draftsKey)).toBeNull();
  });
});

describe('the page of an enterprise account', () => {
  useInformationScreens();

  test('marks a typed tax code as valid, doubtful or invalid', async () => {
    const user = renderPage(<InformationPage />, enterprise);
    const field = screen.getByLabelText('Mã số thuế');
    await user.type(field, '010010910');
    expect(screen.queryByText('Mã số thuế đúng định dạng.')).toBeNull();
    await user.type(field, '6');
    expect(screen.getByText('Mã số thuế đúng định dạng.')).toBeDefined();
    await user.clear(field);
    await user.type(field, '0101234567');
    expect(screen.getByText(/có vẻ chưa đúng/)).toBeDefined();
    await user.type(field, '9999');
    expect(screen.getByText('Mã số thuế không hợp lệ. Vui lòng kiểm tra lại.')).toBeDefined();
  });

  test('saves a tax code with a doubtful check digit', async () => {
    const user = renderPage(<InformationPage />, enterprise);
    network().on('PATCH /vid/api/users/profile', () => data({ ...enterprise, isComplete: true }));
    network().failOnce('PATCH /vid/api/users/profile');
    await user.type(screen.getByLabelText('Tên doanh nghiệp'), 'Công ty Nhà Xanh');
    await user.type(screen.getByLabelText('Mã số thuế'), '0101234567001');
    await user.type(screen.getByLabelText('Người đại diện'), 'Trần Bình');
    expect(screen.getByLabelText('Mã số thuế')).toHaveProperty('value', '0101234567-001');
    await user.selectOptions(screen.getByLabelText('Tỉnh/Thành phố'), '79');
    await user.click(await save());
    // The app repeats the request after an outage.
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(changes()[1]?.body).toEqual({
      enterprise: { name: 'Công ty Nhà Xanh', taxCode: '0101234567001', representative: 'Trần Bình' },
      province: '79',
    });
  });
});
