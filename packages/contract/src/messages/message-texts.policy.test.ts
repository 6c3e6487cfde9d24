import { describe, expect, it } from 'vitest';
import { locales, type Locale } from '../limits.ts';
import { codePurposes, isSms, readTextKey, textIds, textOf, type TextId } from './message-texts.ts';
import {
  changedTexts,
  chooseText,
  fillSms,
  fillText,
  findTextProblem,
  findZnsProblem,
  hasBrowserLine,
  maxLengthOf,
  measureSms,
  toMap,
} from './message-texts.policy.ts';
import { isDecision } from './notices.ts';

const longHost = `id.${'hiep-hoi-bat-dong-san'.repeat(2)}.org.vn`;
const usualHost = 'id.hoibatdongsan.org.vn';
const plain = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D');

function valuesOf(id: TextId, locale: Locale, host: string, name: string) {
  const kind = id.slice(id.indexOf('.') + 1);
  const link = isDecision(kind)
    ? `https://${host}/vid/web/user/privacy/requests`
    : `https://${host}/vid/web/not-me#${'A'.repeat(22)}`;
  const purpose = kind in codePurposes ? kind : 'forget-password';
  const words = Object.entries(codePurposes).find(([known]) => known === purpose)?.[1][locale] ?? '';
  return { name, link, host, code: '012345', count: '999', minutes: '5', purpose: plain(words) };
}

const smsIds = textIds.filter((id) => isSms(id));

describe.each(locales)('the built-in texts (%s)', (locale) => {
  it.each(textIds)('pass their own check: %s', (id) => {
    expect(findTextProblem(id, textOf(id).builtIn[locale])).toBeUndefined();
  });

  it.each(smsIds)('fit into one SMS with a long host or name: %s', (id) => {
    for (const [host, name] of [
      [longHost, 'VID'],
      [usualHost, 'Hoi Nha Dat'],
    ] as const) {
      const text = fillSms(textOf(id).builtIn[locale], valuesOf(id, locale, host, name));
      expect(measureSms(text)).toMatchObject({ alphabet: 'gsm7', parts: 1 });
      expect(text.startsWith(name)).toBe(true);
      expect(text).not.toMatch(/[{}]/u);
    }
  });

  it('are equal for only two pairs of e-mail texts', () => {
    const mails = textIds.filter((id) => id.startsWith('mail.')).map((id) => textOf(id).builtIn[locale]);
    // The two notices of a changed phone share a text, as do the two notices of a changed address. Only their last
    // paragraphs, which are separate texts, differ.
    expect(new Set(mails).size).toBe(mails.length - 2);
  });

  it('include a code message that browsers can read', () => {
    const text = textOf('code.any').builtIn[locale];
    expect(hasBrowserLine(text)).toBe(true);
    expect(text).not.toMatch(/https?:|www\./u);
    expect(hasBrowserLine(`${text} `)).toBe(false);
    expect(hasBrowserLine('Ma: {{code}}')).toBe(false);
  });
});

it('an SMS notice omits an origin that needs another part', () => {
  const origins = [
    ' (Chrome, Android, Ha Noi, 17:05 23/11)',
    ' (Chrome, Android, 17:05 23/11)',
    ' (17:05 23/11)',
  ];
  const inBrackets = (letters: number) =>
    /\(.*\)/u.exec(
      fillSms(
        textOf('sms.email-changed').builtIn.vi,
        { name: 'VID', link: `https://${'a'.repeat(letters)}/vid/web/not-me#${'A'.repeat(22)}` },
        origins,
      ),
    )?.[0];
  expect([27, 28, 35, 36, 52, 53].map(inBrackets)).toEqual([
    '(Chrome, Android, Ha Noi, 17:05 23/11)',
    '(Chrome, Android, 17:05 23/11)',
    '(Chrome, Android, 17:05 23/11)',
    '(17:05 23/11)',
    '(17:05 23/11)',
    undefined,
  ]);
  expect(fillSms('a{{origin}}', {}, [' (Đà Nẵng)', ' (Hue)'])).toBe('a (Hue)');
});

describe('the size of an SMS', () => {
  it.each([
    ['x'.repeat(160), 'gsm7', 160, 1],
    ['x'.repeat(161), 'gsm7', 161, 2],
    ['x'.repeat(306), 'gsm7', 306, 2],
    ['x'.repeat(307), 'gsm7', 307, 3],
    ['€'.repeat(80), 'gsm7', 160, 1],
    ['€'.repeat(81), 'gsm7', 162, 2],
    // 76 characters of two units fit into a part of 153 units, because none is split.
    ['€'.repeat(153), 'gsm7', 306, 3],
    ['à\n', 'gsm7', 2, 1],
    ['ã', 'ucs2', 1, 1],
    ['ạ'.repeat(70), 'ucs2', 70, 1],
    ['ạ'.repeat(71), 'ucs2', 71, 2],
    ['ạ'.repeat(134), 'ucs2', 134, 2],
    ['ạ'.repeat(135), 'ucs2', 135, 3],
    ['🏠'.repeat(35), 'ucs2', 70, 1],
    ['🏠'.repeat(67), 'ucs2', 134, 3],
    ['', 'gsm7', 0, 1],
  ] as const)('of %j in the encoding %s is %i units and %i parts', (text, alphabet, length, parts) => {
    expect(measureSms(text)).toEqual({ alphabet, length, parts });
  });
});

describe('the check of a text', () => {
  it.each([
    ['code.any', 'Ma: {{code}}', undefined],
    ['code.any', '{{name}} {{purpose}} {{minutes}} {{host}} {{code}}', undefined],
    ['code.signin', 'Ma OTP', { kind: 'missing', placeholder: '{{code}}' }],
    ['code.any', '{{code}} {{link}}', { kind: 'unknown', placeholder: '{{link}}' }],
    ['code.any', '{{code}} {code}', { kind: 'unknown', placeholder: '{code}' }],
    ['code.any', '{{code}', { kind: 'unknown', placeholder: '{{code}' }],
    ['code.any', '{{code}} }', { kind: 'unknown', placeholder: '}' }],
    ['code.any', '{{ code }} {{code}}', { kind: 'unknown', placeholder: '{{ code }}' }],
    ['code.any', '{{code}} Hotline 19001234', { kind: 'digits' }],
    ['code.any', '{{code}} Hotline 1900 123', { kind: 'digits' }],
    ['code.any', '{{code}} 123', undefined],
    ['code.any', `{{code}}${'x'.repeat(472)}`, undefined],
    ['code.any', `{{code}}${'x'.repeat(473)}`, { kind: 'too-long' }],
    ['code.any', '{{code}}\n@evil.vn #{{code}}', { kind: 'link' }],
    ['code.any', '{{code}} tai Evil.vn', { kind: 'link' }],
    ['code.any', '{{code}} tai EVIL.VN', { kind: 'link' }],
    ['code.any', '{{code}} tai TP.HCM. Cam on.\n@{{host}} #{{code}}', undefined],
    ['sms.password-changed', '{{origin}} https://evil {{link}}', { kind: 'link' }],
    ['mail.password-changed', 'Xem WWW.evil', { kind: 'link' }],
    ['mail.password-changed', 'Hỏi hotro@hoi.vn. Cảm ơn, v.v.', undefined],
    ['mail.password-changed', 'Hãy đăng nhập tại evil.vn/khoi-phuc ngay.', { kind: 'link' }],
    ['subject.security', 'evil.vn', { kind: 'link' }],
    ['sms.password-changed', '{{name}}{{origin}} 1234 {{link}}', undefined],
    ['sms.password-changed', 'Da doi.', { kind: 'missing', placeholder: '{{link}}' }],
    ['sms.password-changed', '{{link}}{{count}}', { kind: 'unknown', placeholder: '{{count}}' }],
    ['sms.several-changes', '{{link}}{{count}}{{origin}}', undefined],
    ['sms.certificate-expiring', '{{link}}{{origin}}', { kind: 'unknown', placeholder: '{{origin}}' }],
    ['mail.password-changed', 'Đã đổi.\nHãy xem.', undefined],
    ['mail.email-confirmation', '{{phone}}', { kind: 'missing', placeholder: '{{link}}' }],
    ['action.lock', 'Khóa:', { kind: 'missing', placeholder: '{{link}}' }],
    ['subject.security', '[{{name}}] Bảo mật', undefined],
    ['subject.security', 'Bảo\nmật', { kind: 'lines' }],
    ['subject.security', 'x'.repeat(121), { kind: 'too-long' }],
  ] as const)('returns the problem of %s with the text %j', (id, text, problem) => {
    expect(findTextProblem(id, text)).toEqual(problem);
  });

  it('allows an e-mail of 2,000 characters', () => {
    expect(maxLengthOf('mail.password-changed')).toBe(2_000);
  });
});

it('a value that looks like a placeholder is inserted unchanged', () => {
  expect(fillText('{{a}} {{b}} {{c}}', { a: '{{b}}', b: 'B' })).toBe('{{b}} B {{c}}');
});

describe('the text to send', () => {
  const changed = toMap([
    { code: 'code.any', vi: 'any', en: '' },
    { code: 'code.any@viettel', vi: 'any viettel', en: '' },
    { code: 'code.signin', vi: 'signin', en: 'signin en' },
    { code: 'code.signin@mobifone', vi: '', en: 'mobifone en' },
  ]);
  it.each([
    ['code.signup', 'vi', undefined, 'any'],
    ['code.signup', 'vi', 'viettel', 'any viettel'],
    ['code.signup', 'vi', 'itel', 'any'],
    ['code.signin', 'vi', 'viettel', 'signin'],
    ['code.signin', 'en', 'mobifone', 'mobifone en'],
    ['code.signin', 'vi', 'mobifone', 'signin'],
    ['code.signup', 'en', 'viettel', textOf('code.any').builtIn.en],
  ] as const)('for %s (%s) and the carrier %s is the most specific text', (id, locale, carrier, text) => {
    expect(chooseText(changed, id, { locale, carrier })).toBe(text);
  });
});

describe('the texts to store', () => {
  const { vi, en } = textOf('code.any').builtIn;
  const saved = [
    { code: 'code.any', vi: 'V', en: '' },
    { code: 'sms.passkey-added', vi: '{{link}}', en: '' },
  ];

  it('omit a text that equals the text it would replace', () => {
    expect(changedTexts(saved, 'code.any', [{ code: 'code.any', vi, en }])).toEqual([saved[1]]);
    expect(changedTexts(saved, 'code.any', [{ code: 'code.any', vi: 'N', en }])).toEqual([
      { code: 'code.any', vi: 'N', en: '' },
      saved[1],
    ]);
    expect(changedTexts(saved, 'code.signin', [{ code: 'code.signin', vi: 'V', en }])).toEqual(saved);
  });

  it('include the texts of other messages and of carriers', () => {
    const typed = [
      { code: 'code.any', vi: 'V', en },
      { code: 'code.any@itel', vi: 'I', en: '' },
      { code: 'code.any@viettel', vi: '', en: '' },
    ];
    expect(changedTexts(saved, 'code.any', typed).map(({ code }) => code)).toEqual([
      'code.any',
      'code.any@itel',
      'sms.passkey-added',
    ]);
  });
});

it.each([
  ['code.any', { id: 'code.any', carrier: undefined }],
  ['code.any@viettel', { id: 'code.any', carrier: 'viettel' }],
  ['sms.recovery-link@other', { id: 'sms.recovery-link', carrier: 'other' }],
  ['code.any@vodafone', undefined],
  ['code.any@viettel@itel', undefined],
  ['mail.password-changed@viettel', undefined],
  ['subject.security@viettel', undefined],
  ['code.unknown', undefined],
  ['__proto__', undefined],
])('the key %s of a changed text is read as %j', (key, read) => {
  expect(readTextKey(key)).toEqual(read);
});

const value = (text: string) => ({ vi: text, en: text });

describe('the check of a ZNS template', () => {
  it.each([
    [{ template: null, parameters: [] }, undefined],
    [{ template: '1', parameters: [{ name: 'otp', value: value('{{code}}') }] }, undefined],
    [
      {
        template: '1',
        parameters: [
          { name: 'otp', value: value('{{code}}') },
          { name: 'p', value: value('{{purpose}} {{name}} {{minutes}}') },
        ],
      },
      undefined,
    ],
    [
      { template: '1', parameters: [{ name: 'otp', value: { vi: '{{code}}', en: 'x' } }] },
      { index: undefined, problem: { kind: 'missing', placeholder: '{{code}}' } },
    ],
    [
      { template: '1', parameters: [{ name: 'otp', value: value('Mã {{code}}') }] },
      { index: undefined, problem: { kind: 'missing', placeholder: '{{code}}' } },
    ],
    [
      {
        template: '1',
        parameters: [
          { name: 'otp', value: value('{{code}}') },
          { name: 'p', value: { vi: 'x', en: '{{link}}' } },
        ],
      },
      { index: 1, problem: { kind: 'unknown', placeholder: '{{link}}' } },
    ],
  ])('given %j, returns the problem %j', (template, problem) => {
    expect(findZnsProblem(template)).toEqual(problem);
  });
});
