import { toMap, type ChangedText, type ZnsTemplate } from '@vid/contract/messages/message-texts.policy';
import { describe, expect, it } from 'vitest';
import { builtInNames } from '@vid/contract/brand/names';
import type { Brand } from '#platform/brand.ts';
import { createMessages } from './messages.ts';

const brand: Brand = {
  name: { vi: 'Hội Nhà Đất', en: 'Land Association' },
  shortName: { vi: 'Hội NĐ', en: 'LA' },
  address: null,
  phone: null,
  email: null,
};
const asIs: ZnsTemplate = { template: null, parameters: [] };

function messagesWith({
  named,
  texts = [],
  zns = asIs,
}: {
  readonly named?: Brand;
  readonly texts?: readonly ChangedText[];
  readonly zns?: ZnsTemplate;
}) {
  return createMessages({
    host: 'id.hoi.vn',
    readBrand: async () => named,
    readParams: async () => ({ texts: toMap(texts), zns }),
  });
}
const viettel = { phone: '+84981234567', locale: 'vi' } as const;
const vinaphone = { phone: '+84911234567', locale: 'vi' } as const;
const code = { code: '012345', purpose: 'phone-change' };

describe('a code by SMS', () => {
  it('names the association, its purpose and its validity, without diacritics', async () => {
    expect(await messagesWith({ named: brand }).smsCode({ ...code, ...viettel })).toBe(
      'Hoi ND: 012345 la ma OTP doi so dien thoai, hieu luc 5 phut. Khong chia se ma nay voi bat ky ai.\n@id.hoi.vn #012345',
    );
    expect(await messagesWith({}).smsCode({ ...code, ...viettel, locale: 'en' })).toBe(
      'VID: 012345 is your code to change your phone number, valid for 5 minutes. Do not share it.\n@id.hoi.vn #012345',
    );
  });

  it('for an unknown purpose names the sign-in', async () => {
    expect(await messagesWith({}).smsCode({ ...code, purpose: 'other', ...viettel })).toContain(
      'ma OTP dang nhap',
    );
  });

  it('has the text that administrators set for purpose and carrier', async () => {
    const messages = messagesWith({
      texts: [
        { code: 'code.any', vi: 'Ma {{code}}', en: '' },
        { code: 'code.any@viettel', vi: 'Viettel {{code}}', en: '' },
        { code: 'code.signin', vi: 'Dang nhap {{code}}', en: '' },
      ],
    });
    expect(await messages.smsCode({ ...code, ...viettel })).toBe('Viettel 012345');
    expect(await messages.smsCode({ ...code, ...vinaphone })).toBe('Ma 012345');
    expect(await messages.smsCode({ ...code, purpose: 'signin', ...viettel })).toBe('Dang nhap 012345');
  });
});

it('a notice by SMS has the text that administrators have set', async () => {
  const notice = { text: 'sms.passkey-added', values: { link: 'https://id.hoi.vn/x' } } as const;
  expect(await messagesWith({ named: brand }).smsNotice(notice, viettel)).toBe(
    'Hoi ND: Da them mot passkey. Khong phai ban? https://id.hoi.vn/x',
  );
  const texts = [{ code: 'sms.passkey-added', vi: '[{{name}}] {{link}}', en: '' }];
  expect(await messagesWith({ texts }).smsNotice(notice, viettel)).toBe('[VID] https://id.hoi.vn/x');
});

describe('a mail', () => {
  const content = {
    subject: 'subject.security',
    body: [
      [{ text: 'mail.several-changes' }],
      [{ text: 'mail.passkey-added', count: 3 }, 'Chrome {{name}}'],
      [{ text: 'action.recovery', values: { link: 'https://id.hoi.vn/x' } }],
    ],
  } as const;

  it('names the association, and separates paragraphs by blank lines', async () => {
    expect(await messagesWith({ named: brand }).mail(content, 'vi')).toEqual({
      subject: '[Hội NĐ] Thông báo bảo mật tài khoản',
      text: [
        'Tài khoản của bạn vừa có nhiều thay đổi trong thời gian ngắn.',
        'Một passkey vừa được thêm vào tài khoản của bạn. (×3)\nChrome {{name}}',
        'Nếu đây là tài khoản của bạn, hãy liên hệ Hội NĐ hoặc khôi phục tài khoản tại đây:\nhttps://id.hoi.vn/x',
      ].join('\n\n'),
    });
  });

  it('names VID in English for an association without a name', async () => {
    const named: Brand = { ...brand, ...builtInNames };
    expect(await messagesWith({ named }).mail({ ...content, body: [] }, 'en')).toEqual({
      subject: '[VID] Security notice for your account',
      text: '',
    });
  });

  it('has the texts that administrators have set', async () => {
    const texts = [
      { code: 'subject.security', vi: 'Bảo mật', en: '' },
      { code: 'mail.passkey-added', vi: 'Thêm passkey.', en: '' },
    ];
    const mail = await messagesWith({ texts }).mail(content, 'vi');
    expect(mail.subject).toBe('Bảo mật');
    expect(mail.text).toContain('\n\nThêm passkey. (×3)\n');
  });
});

describe('a code by Zalo', () => {
  it('has the template and the parameters that administrators have set', async () => {
    const zns = {
      template: '412345',
      parameters: [
        { name: 'otp', value: { vi: '{{code}}', en: '{{code}}' } },
        { name: 'viec', value: { vi: '{{purpose}} tại {{name}}', en: '{{purpose}}' } },
      ],
    };
    expect(await messagesWith({ named: brand, zns }).znsCode({ ...code, locale: 'vi' })).toEqual({
      template: '412345',
      data: { otp: '012345', viec: 'đổi số điện thoại tại Hội NĐ' },
    });
    expect(await messagesWith({ named: brand, zns }).znsCode({ ...code, locale: 'en' })).toEqual({
      template: '412345',
      data: { otp: '012345', viec: 'to change your phone number' },
    });
  });

  it('leaves the template to the settings if administrators have set none', async () => {
    expect(await messagesWith({}).znsCode({ ...code, locale: 'vi' })).toBeUndefined();
  });
});
