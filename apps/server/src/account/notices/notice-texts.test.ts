import { locales } from '@vid/contract/limits';
import { describe, expect, it } from 'vitest';
import { maxSenderLength, segmentLength, withSender } from '#platform/sms/sms-texts.ts';
import {
  associationNoticeKinds,
  associationNoticeLink,
  describeOrigin,
  mailNotice,
  noticeKinds,
  smsNotice as composeSms,
} from './notice-texts.ts';

/** Leaves out the extension table of GSM 7-bit, whose characters count twice. */
const gsm7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/u;
/** Composes an SMS for an association that no administrator has named. */
const smsNotice: typeof composeSms = (kind, locale, ...rest) =>
  withSender(composeSms(kind, locale, ...rest), locale, undefined);

const at = new Date('2026-11-23T10:05:00Z');
const link = `https://id.${'hiep-hoi-bat-dong-san'.repeat(2)}.org.vn/vid/web/not-me#${'A'.repeat(22)}`;

describe.each(locales)('the notice texts (%s)', (locale) => {
  it.each(noticeKinds)('fit %s into one SMS segment with a link to a long host name', (kind) => {
    const text = smsNotice(kind, locale, link);
    expect(text).toMatch(gsm7);
    expect(text.length).toBeLessThanOrEqual(segmentLength);
    expect(text.endsWith(` ${link}`)).toBe(true);
  });

  it.each(noticeKinds)('fit %s into one SMS segment with the longest short name and a usual host', (kind) => {
    const shortName = { vi: 'Hội Nhà Đất', en: 'Hoi Nha Dat' };
    const brand = { name: shortName, shortName, address: null, phone: null, email: null };
    const text = composeSms(kind, locale, `https://id.hoibatdongsan.org.vn/vid/web/not-me#${'A'.repeat(22)}`);
    const named = withSender(text, locale, brand);
    expect(named).toBe(`Hoi Nha Dat: ${text}`);
    expect(named).toMatch(gsm7);
    expect(named.length).toBeLessThanOrEqual(segmentLength);
  });

  it('fit the number of joined changes into one SMS', () => {
    const text = smsNotice('several-changes', locale, link, { count: 999 });
    expect(text.length).toBeLessThanOrEqual(segmentLength);
    expect(text).toContain(locale === 'vi' ? '999 thay doi tren tai khoan.' : '999 changes to your account.');
  });

  it.each(noticeKinds)('keep %s in one SMS segment that names the origin if it fits', (kind) => {
    const origin = { device: 'Cốc Cốc, Windows', address: '203.0.113.7', place: 'Đà Nẵng', at };
    const room = (host: string) =>
      composeSms(kind, locale, `https://${host}/vid/web/not-me#${'A'.repeat(22)}`, { origin });
    expect(room('vid.vn')).toContain(' (Coc Coc, Windows, Da Nang, 17:05 23/11). ');
    for (let letters = 1; letters < 60; letters += 1) {
      const text = room(`${'a'.repeat(letters)}.vn`);
      expect(text).toMatch(gsm7);
      expect(text.length <= segmentLength - maxSenderLength || !text.includes('(')).toBe(true);
    }
  });

  it('say what happened, where it happened, and how to lock the account', () => {
    const origin = {
      device: 'Chrome, Android',
      address: '203.0.113.7',
      place: 'Hà Nội',
      at: new Date('2026-11-23T10:05:00Z'),
    };
    const detail = describeOrigin(origin, locale);
    const texts = noticeKinds.map((kind) => mailNotice(kind, locale, { link, detail }).text);
    expect(new Set(texts).size).toBe(noticeKinds.length);
    for (const text of texts) {
      for (const part of [
        link,
        locale === 'vi' ? '17:05 ngày 23/11/2026' : '17:05 on 23 November 2026',
        'Chrome, Android',
        '203.0.113.7',
      ])
        expect(text).toContain(part);
    }
  });

  it('say that the link stops a requested recovery, without an offer to lock the account', () => {
    const { text } = mailNotice('recovery-started', locale, { link, detail: undefined });
    expect(text).toMatch(locale === 'vi' ? /hủy yêu cầu này ngay/u : /cancel the recovery here/u);
    expect(text).not.toMatch(/khóa tài khoản|lock your account/u);
  });

  it('leave out unknown details of the change', () => {
    const { text } = mailNotice('password-changed', locale, { link, detail: undefined });
    expect(text.split('\n\n')).toHaveLength(2);
    const origin = { device: '', address: '203.0.113.7', place: undefined, at: new Date(0) };
    expect(describeOrigin(origin, locale)).not.toMatch(/: $/mu);
  });
});

it('a notice’s SMS omits first the place, then the device, if it is too long', () => {
  const origin = { device: 'Chrome, Android', address: '203.0.113.7', place: 'Hà Nội', at };
  const inBrackets = (letters: number) =>
    /\(.*\)/u.exec(
      smsNotice('email-changed', 'vi', `https://${'a'.repeat(letters)}/vid/web/not-me#${'A'.repeat(22)}`, {
        origin,
      }),
    )?.[0];
  expect([19, 20, 27, 28, 44, 45].map(inBrackets)).toEqual([
    '(Chrome, Android, Ha Noi, 17:05 23/11)',
    '(Chrome, Android, 17:05 23/11)',
    '(Chrome, Android, 17:05 23/11)',
    '(17:05 23/11)',
    '(17:05 23/11)',
    undefined,
  ]);
});

const publicUrl = `https://id.${'hiep-hoi-bat-dong-san'.repeat(2)}.org.vn`;

describe.each(locales)('the messages of the association (%s)', (locale) => {
  it.each(associationNoticeKinds)('fit %s into one SMS segment with a link to a long host name', (kind) => {
    const page = associationNoticeLink(kind, publicUrl);
    const text = smsNotice(kind, locale, page);
    expect(text).toMatch(/^[ -~]+$/u);
    expect(text.length).toBeLessThanOrEqual(segmentLength);
    expect(text.endsWith(` ${page}`)).toBe(true);
  });

  it('differ by event, state the reason and contain no link that locks the account', () => {
    const texts = associationNoticeKinds.map(
      (kind) =>
        mailNotice(kind, locale, {
          link: associationNoticeLink(kind, publicUrl),
          detail: 'Sai mã số thuế.',
        }).text,
    );
    expect(new Set(texts).size).toBe(associationNoticeKinds.length);
    for (const text of texts) {
      expect(text).toContain('\n\nSai mã số thuế.\n\nhttps://');
      expect(text).not.toContain('not-me');
    }
  });

  it('leave out a missing reason', () => {
    const { text } = mailNotice('enterprise-verified', locale, {
      link: 'https://id.test/',
      detail: undefined,
    });
    expect(text.split('\n\n')).toHaveLength(2);
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
