import { describe, expect, it } from 'vitest';
import { renderCopyPage } from './copy-page.ts';
import { wordOf } from './copy-values.ts';

const createdAt = '2026-11-26T03:24:07.000Z';
const page = (data: Record<string, Record<string, unknown>[]>, locale: 'vi' | 'en' = 'vi') =>
  renderCopyPage({ createdAt, accountId: 'acc_1', data, shortened: [] }, locale);
const shown = (html: string) => [...html.matchAll(/<dd>([^<]*)</gu)].map((match) => match[1]);

describe('the page of an account copy', () => {
  it('shows codes as words', () => {
    const data = {
      accounts: [{ kind: 'personal', role: 'user', status: 'active', locale: 'vi' }],
      consents: [{ purpose: 'marketing', action: 'given', method: 'privacy-page' }],
      sessions: [{ method: 'otp', amr: ['otp', 'sms'] }, { amr: ['pwd', 'otp', 'mfa'] }],
      application_uses: [{ scopes: ['openid', 'phone'] }],
      notice_links: [{ kind: 'phone-changed' }, { kind: 'certificate-confirmed' }],
      deliveries: [{ type: 'signin', status: 'sent' }, { type: 'password-reset' }],
      privacy_requests: [{ kind: 'correction', status: 'open', details: 'other' }],
    };
    expect(shown(page(data))).toEqual([
      'Cá nhân',
      'Hội viên',
      'Đang hoạt động',
      'Tiếng Việt',
      'Nhận tin từ Hội',
      'Đồng ý',
      'Trên trang Quyền riêng tư',
      'Mã OTP',
      'Mã OTP; Tin nhắn SMS',
      'Mật khẩu; Mã OTP; Xác minh hai bước',
      'Mã tài khoản; Số điện thoại',
      'Số điện thoại của tài khoản vừa được thay đổi.',
      expect.stringContaining('chứng chỉ'),
      'Mã OTP để đăng nhập',
      'Đã gửi',
      'Thông báo: Mật khẩu tài khoản của bạn vừa được đặt lại.',
      'Sửa dữ liệu sai',
      'Đang xử lý',
      'other',
    ]);
    expect(shown(page(data, 'en')).slice(0, 4)).toEqual(['Personal', 'Member', 'Active', 'Vietnamese']);
  });

  it('shows events and their details as words', () => {
    const html = page({
      audit_events: [
        { kind: 'consent.given', details: { purpose: 'marketing', version: '2026-11-24' } },
        { kind: 'sign-in.failed', details: { method: 'password', reason: 'password' } },
        {
          kind: 'profile.changed',
          details: { fields: 'name,memberObject,enterprise.name,enterprise.taxCode' },
        },
        { kind: 'consent.given', details: { application: 'noxh', scope: 'openid phone' } },
        { kind: 'consent.withdrawn', details: { application: 'noxh', scope: null } },
        { kind: 'account.locked', details: { by: 'owner', notice: 'password-reset' } },
        { kind: 'recovery-code.used', details: { channel: 'code', withPassword: true, left: 9 } },
      ],
    });
    expect(html).toContain('<dd>Đồng ý chia sẻ hoặc xử lý dữ liệu</dd>');
    expect(html).toContain('Mục đích: Nhận tin từ Hội\nPhiên bản: 2026-11-24');
    expect(html).toContain('Cách thực hiện: Mật khẩu\nLý do: Sai mật khẩu');
    expect(html).toContain('Mục đã đổi: Tên; Nhóm hội viên; Tên doanh nghiệp; Mã số thuế');
    expect(html).toContain('Phạm vi thông tin: Mã tài khoản; Số điện thoại');
    expect(html).toContain('<dd>Ứng dụng: noxh</dd>');
    expect(html).toContain(
      'Thực hiện qua: Chủ tài khoản\nThông báo: Mật khẩu tài khoản của bạn vừa được đặt lại.',
    );
    expect(html).toContain('Kênh: Mã khôi phục\nCó nhập đúng mật khẩu: Có\nSố mã còn lại: 9');
  });

  it('labels a state according to its table', () => {
    const data = {
      applications: [{ status: 'disabled' }],
      permissions: [{ status: 'active' }],
      webhook_endpoints: [{ status: 'active' }, { status: 'disabled' }],
    };
    expect(shown(page(data))).toEqual(['Đã khóa', 'Đang hoạt động', 'Đang hoạt động', 'Đã tắt']);
  });

  it.each([
    ['details.purpose', 'marketing'],
    ['details.purpose', 'signup'],
    ['details.document', 'terms'],
    ['details.provider', 'zalo'],
    ['details.change', 'grant-admin'],
    ['details.page', 'next'],
    ['details.kind', 'enterprise'],
    ['details.scopes', 'openid phone'],
    ['details.checks', 'number,holder'],
    ['application_consents.scopes', 'phone'],
    ['application_uses.scopes', 'phone'],
    ['applications.access', 'restricted'],
    ['sessions.method', 'password'],
    ['passkeys.transports', 'internal'],
    ['social_identities.provider', 'facebook'],
    ['recovery_requests.status', 'stopped'],
    ['recovery_requests.channel', 'mail'],
    ['privacy_requests.outcome', 'declined'],
    ['privacy_exports.status', 'ready'],
    ['consents.language', 'en'],
  ])('shows the code of %s as a word: %s', (place, code) => {
    for (const locale of ['vi', 'en'] as const)
      for (const word of wordOf(place, code, locale).split('; '))
        expect([code, ...code.split(/[ ,]/u)]).not.toContain(word);
  });

  it('says which part has only its newest entries', () => {
    const data = {
      accounts: [{ kind: 'personal', email: null }],
      audit_events: [{ kind: 'moon.landed', details: { scope: null } }],
    };
    const html = renderCopyPage({ createdAt, accountId: 'acc_1', data, shortened: ['audit_events'] }, 'vi');
    const parts = html.split('<section>').slice(1);
    expect(parts.map((part) => part.includes('mục mới nhất của phần này'))).toEqual([false, true]);
    expect(shown(html)).toEqual(['Cá nhân', 'moon.landed', '']);
  });

  it('shows an unknown code as it is stored', () => {
    const html = page({ accounts: [{ kind: 'trust' }], audit_events: [{ kind: 'moon.landed' }] });
    expect(html).toContain('<dd>trust</dd>');
    expect(html).toContain('<dd>moon.landed</dd>');
  });

  it('shows full dates with the time zone', () => {
    const data = {
      accounts: [{ createdAt }],
      broker_certificates: [{ issuedOn: '2026-01-15' }],
      consents: [{ noticeVersion: '2026-11-24' }],
    };
    expect(page(data)).toContain('<dd>10:24:07 ngày 26/11/2026</dd>');
    expect(page(data)).toContain('<dd>15/01/2026</dd>');
    expect(page(data)).toContain('<dd>2026-11-24</dd>');
    expect(page(data)).toContain('Giờ trong bản sao là giờ Việt Nam (GMT+7).');
    expect(page(data, 'en')).toContain('<dd>26 Nov 2026, 10:24:07</dd>');
    expect(page(data, 'en')).toContain('All times are in Vietnam time (GMT+7).');
  });
});
