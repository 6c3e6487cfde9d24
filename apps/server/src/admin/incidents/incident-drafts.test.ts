import { locales } from '@vid/contract/limits';
import { describe, expect, it } from 'vitest';
import { draftForAuthority, draftForMembers, type DraftInput } from './incident-drafts.ts';

const input: DraftInput = {
  id: 'inc_1',
  title: 'Gửi nhầm danh sách hội viên',
  description: 'Một tệp có 1.240 dòng được gửi nhầm địa chỉ.',
  dataKinds: ['names', 'phones'],
  severity: 'medium',
  measures: 'Người nhận đã xóa tệp.',
  discoveredAt: new Date('2026-11-24T17:05:00Z'),
  dueAt: new Date('2026-11-27T17:05:00Z'),
  affected: { total: 1_240, told: 3 },
  isLate: false,
  contact: {
    name: { vi: 'Hội Bất động sản', en: 'Real Estate Association' },
    address: { vi: '12 Lý Thường Kiệt, Hà Nội', en: '12 Ly Thuong Kiet, Hanoi' },
    phone: '+84912345678',
    email: 'hotro@example.vn',
  },
};

describe('the draft of the notice to the authority', () => {
  it.each(locales)('contains the known facts of the incident (%s)', (locale) => {
    const draft = draftForAuthority(input, locale);
    for (const text of [
      'inc_1',
      input.title,
      input.description,
      input.measures,
      input.contact.name[locale],
      input.contact.address?.[locale] ?? '',
      '0912 345 678',
      'hotro@example.vn',
      ...(locale === 'vi'
        ? [
            'Mức độ: trung bình',
            'họ và tên, số điện thoại',
            '1.240 tài khoản, trong đó 3 tài khoản',
            'Phát hiện: 00:05 ngày 25/11/2026',
            '72 giờ: 00:05 ngày 28/11/2026',
          ]
        : [
            'Severity: medium',
            'names, phone numbers',
            '1,240 accounts, of which 3 have',
            'Discovered: 25 Nov 2026, 00:05',
            '72 hours: 28 Nov 2026, 00:05',
          ]),
    ])
      expect(draft).toContain(text);
  });

  it('asks for a reason only after 72 hours, and marks missing facts', () => {
    const contact = { ...input.contact, address: null, phone: null, email: null };
    expect(draftForAuthority(input, 'vi')).not.toContain('sau 72 giờ');
    const late = draftForAuthority({ ...input, isLate: true, measures: '', contact }, 'vi');
    expect(late).toContain('Địa chỉ: [ghi rõ]');
    expect(late).toContain('Email: [ghi rõ]');
    expect(late).toContain('Lý do thông báo sau 72 giờ: [ghi rõ]');
    expect(late).toContain('Điện thoại: [ghi rõ]');
    expect(late).toContain('Biện pháp đã và đang thực hiện\n[ghi rõ]');
  });
});

describe('the draft of the notice to affected members', () => {
  it.each(locales)('contains the time, the data and the contact (%s)', (locale) => {
    const draft = draftForMembers(input, locale);
    for (const text of [
      ...(locale === 'vi'
        ? ['Lúc 00:05 ngày 25/11/2026,', 'Dữ liệu liên quan: họ và tên, số điện thoại.', 'Hãy cảnh giác']
        : ['On 25 Nov 2026, 00:05', 'Affected data: names, phone numbers.', 'Beware of calls']),
      input.contact.name[locale],
      '0912 345 678',
    ])
      expect(draft).toContain(text);
  });

  it.each(locales)('advises a new password only if credentials or sessions leaked (%s)', (locale) => {
    const password = locale === 'vi' ? 'đổi mật khẩu' : 'Change your password';
    expect(draftForMembers(input, locale)).not.toContain(password);
    for (const kind of ['credentials', 'sessions'] as const)
      expect(draftForMembers({ ...input, dataKinds: [kind] }, locale)).toContain(password);
  });

  it.each(locales)('has no empty paragraph if there are no measures (%s)', (locale) => {
    const measures = locale === 'vi' ? 'Hội đã thực hiện:' : 'What the association has done:';
    expect(draftForMembers(input, locale)).toContain(`${measures} ${input.measures}`);
    const draft = draftForMembers({ ...input, measures: '' }, locale);
    expect(draft).toContain(input.description);
    expect(draft).not.toContain(measures);
    expect(draft.split('\n\n').every((part) => part.trim() !== '')).toBe(true);
  });
});
