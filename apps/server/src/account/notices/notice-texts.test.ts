import { locales } from '@vid/contract/limits';
import { associationNoticeKinds, noticeKinds } from '@vid/contract/messages/notices';
import { describe, expect, it } from 'vitest';
import { createMessages } from '#platform/messages/messages.ts';
import { associationNoticeLink, describeOrigin, mailNotice, smsNotice } from './notice-texts.ts';

const at = new Date('2026-11-23T10:05:00Z');
const origin = { device: 'Chrome, Android', address: '203.0.113.7', place: 'Hà Nội', at };
const link = `https://id.hoi.org.vn/vid/web/not-me#${'A'.repeat(22)}`;
const messages = createMessages({
  host: 'id.hoi.org.vn',
  readBrand: async () => undefined,
  readParams: async () => undefined,
});

describe.each(locales)('the notices (%s)', (locale) => {
  const mail = (...notice: Parameters<typeof mailNotice>) => messages.mail(mailNotice(...notice), locale);
  const sms = (...notice: Parameters<typeof smsNotice>) =>
    messages.smsNotice(smsNotice(...notice), { phone: '+84912345678', locale });

  it('contain the link, time, device and IP address in an e-mail', async () => {
    const detail = [[describeOrigin(origin, locale)]];
    const texts = [];
    for (const kind of noticeKinds) texts.push((await mail(kind, { link, detail })).text);
    expect(new Set(texts).size).toBe(noticeKinds.length);
    for (const text of texts)
      for (const part of [
        link,
        locale === 'vi' ? '17:05 ngày 23/11/2026' : '23 Nov 2026, 17:05',
        'Chrome, Android',
        '203.0.113.7',
      ])
        expect(text).toContain(part);
  });

  it('name the device, place and time of a change in an SMS', async () => {
    expect(await sms('password-changed', link, { origin })).toContain(
      ' (Chrome, Android, Ha Noi, 17:05 23/11). ',
    );
    expect(smsNotice('password-changed', link, { origin }).origins).toEqual([
      ' (Chrome, Android, Ha Noi, 17:05 23/11)',
      ' (Chrome, Android, 17:05 23/11)',
      ' (17:05 23/11)',
    ]);
    expect(await sms('password-changed', link)).not.toContain('(');
  });

  it('name the number of joined changes in an SMS', async () => {
    const text = await sms('several-changes', link, { count: 999 });
    expect(text).toContain(locale === 'vi' ? '999 thay doi tren tai khoan.' : '999 changes to your account.');
  });

  it('offer to cancel a requested recovery but not to lock the account', async () => {
    const { text } = await mail('recovery-started', { link, detail: [] });
    expect(text).toMatch(locale === 'vi' ? /hủy yêu cầu này ngay/u : /cancel the recovery here/u);
    expect(text).not.toMatch(/khóa tài khoản|lock your account/u);
  });

  it('omit unknown details of the change', async () => {
    const { text } = await mail('password-changed', { link, detail: [] });
    expect(text.split('\n\n')).toHaveLength(2);
    const unknown = { device: '', address: '203.0.113.7', place: undefined, at: new Date(0) };
    expect(describeOrigin(unknown, locale)).not.toMatch(/: $/mu);
  });

  it('of the association state the reason without a lock link', async () => {
    for (const kind of associationNoticeKinds) {
      const page = associationNoticeLink(kind, 'https://id.hoi.org.vn');
      const { text } = await mail(kind, { link: page, detail: [['Sai mã số thuế.']] });
      expect(text).toContain('\n\nSai mã số thuế.\n\nhttps://');
      expect(text).not.toContain('not-me');
    }
  });
});

it('the messages of the association link to the page of their subject', () => {
  const pages = associationNoticeKinds.map((kind) => [kind, associationNoticeLink(kind, '')]);
  expect(Object.fromEntries(pages)).toMatchObject({
    'certificate-refused': '/vid/web/user/information',
    'privacy-request-answered': '/vid/web/user/privacy/requests',
    'privacy-request-extended': '/vid/web/user/privacy/requests',
    'privacy-request-closed': '/vid/web/user/privacy/requests',
    'data-incident': '/vid/web/user/privacy/incidents',
  });
});
