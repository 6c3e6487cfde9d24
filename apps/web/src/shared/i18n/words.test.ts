// @vitest-environment node
import { errorRegistry, type ErrorCode } from '@vid/contract/errors';
import { fieldReasons, type FieldReason } from '@vid/contract/field-reasons';
import { describe, expect, test } from 'vitest';
import { privacyText } from '@vid/contract/legal/privacy-text';
import { termsText } from '@vid/contract/legal/terms-text';
import { areas } from '#shared/test/all-areas.ts';
import { loadArea } from './loaders.ts';
import type { MessageKey } from './message-types.ts';

/** Returns a message as written in the sources; the build compiles a message into an array of words and arguments. */
function written(message: unknown): string {
  if (!Array.isArray(message)) return String(message);
  return message.map((part) => (Array.isArray(part) ? `{${part[0]}}` : String(part))).join('');
}

async function catalogue(language: 'vi' | 'en'): Promise<ReadonlyMap<string, string>> {
  const texts = await Promise.all(areas.map((area) => loadArea(area, language)));
  return new Map(texts.flatMap((area) => Object.entries(area).map(([key, text]) => [key, written(text)])));
}

const vi = await catalogue('vi');
const en = await catalogue('en');

const serverTexts = [...Object.values(errorRegistry), ...Object.values(fieldReasons)];
const linesVi = [
  ...vi.values(),
  ...serverTexts.map((texts) => texts.vi),
  JSON.stringify([termsText.vi, privacyText.vi]),
];
const linesEn = [
  ...en.values(),
  ...serverTexts.map((texts) => texts.en),
  JSON.stringify([termsText.en, privacyText.en]),
];

/** Words that were replaced, because they were unclear, translated literally, or a second name for the same thing. */
const replacedVi = [
  /(?<!ứng dụng )xác thực/iu, // The code is called "mã OTP", the act "xác minh".
  /hiệp hội/iu,
  /chào mừng bạn đến với/iu,
  /bước \{step\} trên|xem mục/iu,
  /chỉ mất chưa đến/iu,
  /đã có thể gửi lại|^gửi lại sau/iu,
  /lấy mã mới|nhận mã mới qua/iu,
  /để sau cũng được|chỉ còn thiếu/iu,
  /cần được kiểm tra thêm|đúng cấu trúc/iu,
  /địa chỉ mạng|tỉnh, thành phố|trình đơn/iu,
  /đăng xuất tất cả|đăng xuất mọi thiết bị/iu,
  /nhập dở/iu,
  /với tên \{name\}/iu,
  /muốn dùng thông tin|sẽ biết/iu,
  /mã số tài khoản/iu,
  /chưa được vào|không thấy cửa sổ/iu,
  /đề nghị bạn đăng xuất/iu,
  /máy chủ này chưa/iu,
  /^tham số$|thành viên|bỏ thông báo|cách sử dụng được/iu,
  /sắp có/iu,
  /rút lại đồng ý/iu, // The law says "rút lại sự đồng ý".
  /mã (?:otp|bảo vệ) chưa đúng/iu, // Errors say "không đúng".
  /chia sẻ mã(?: này)? cho/iu, // The SMS says "chia se … voi".
  /chưa sẵn sàng/iu,
  /máy khách/iu, // Managers read “kết nối”; developers say “client”.
  /người môi giới/iu, // The member group is called “nhà môi giới”.
  /mã truy cập/iu, // Use “token”: a “mã” is a code that people type.
  /vô hiệu hóa|bạn hãy|đơn vị quản lý|lần truy cập|được đăng xuất|cảnh báo bảo mật/iu,
];

const replacedEn = [
  /cannot go on|no connection yet/iu,
  /may not enter|could not enter/iu,
  /no window is waiting/iu,
  /the number of your account/iu,
  /all of this also/iu,
  /\brefused?\b/iu,
  /this very code/iu,
  /tax code is not right|well formed|closer look/iu,
  /begun to type/iu,
  /you do not know|this one included|the one on this device/iu,
  /to make sure|network address|for notices of/iu,
  /this server does not offer|present version/iu,
  /\bapplications?\b/iu, // Members read “app”.
  /verification code|e-mail|somebody|whoever/iu,
  /^soon$/iu,
  /enterprise/iu, // Members read “business”; the API says “enterprise”.
  /security code/iu, // An SMS has a one-time code, a picture has a picture code.
  /sign(?:ed)? up\b/iu, // Members read “create an account”.
  /\bcould not be loaded|ask for a new code/iu,
  /\bplease\b/iu, // An error says what to do.
  /redirect address/iu, // Developers search for “redirect URI”.
];

test.each(replacedVi)('no Vietnamese message uses %s', (word) => {
  expect(linesVi.filter((text) => word.test(text))).toEqual([]);
});

test.each(replacedEn)('no English message uses %s', (word) => {
  expect(linesEn.filter((text) => word.test(text))).toEqual([]);
});

/** Errors that both the web app and the server can report. */
const sameError: readonly (readonly [MessageKey, ErrorCode])[] = [
  ['auth.accountExist', 'ACCOUNT_EXISTS'],
  ['auth.accountNonExist', 'ACCOUNT_NOT_FOUND'],
  ['otp.reason.codeLocked', 'OTP_LOCKED'],
  ['otp.reason.verificationExpired', 'OTP_TOKEN_INVALID'],
  ['signUp.referral.invalid', 'REFERRAL_INVALID'],
  ['signUp.agree.required', 'TERMS_NOT_ACCEPTED'],
  ['account.enterprise.taxCode.invalid', 'TAX_CODE_INVALID'],
  ['errors.passwordRules', 'PASSWORD_POLICY'],
  ['errors.phone', 'PHONE_INVALID'],
  ['errors.sessionExpired', 'TOKEN_INVALID'],
  ['errors.403.text', 'FORBIDDEN'],
  ['errors.500.text', 'INTERNAL'],
  ['sso.signInAgain', 'SSO_REAUTHENTICATE'],
  ['sso.invalidRequest', 'SSO_INVALID_REQUEST'],
  ['sso.noPermission', 'SSO_FORBIDDEN'],
  ['sso.redirectInvalid', 'REDIRECT_INVALID'],
  ['sso.expired.text', 'SSO_REQUEST_EXPIRED'],
];
const sameField: readonly (readonly [MessageKey, FieldReason])[] = [
  ['errors.email', 'email'],
  ['errors.format', 'format'],
  ['errors.phone', 'phone'],
];

describe('the web app and the server', () => {
  test.each(sameError)('show the same message, %s, for the error %s', (key, code) => {
    expect({ vi: vi.get(key), en: en.get(key) }).toEqual({
      vi: errorRegistry[code].vi,
      en: errorRegistry[code].en,
    });
  });

  test.each(sameField)('show the same message, %s, for the field reason %s', (key, reason) => {
    expect({ vi: vi.get(key), en: en.get(key) }).toEqual({
      vi: fieldReasons[reason].vi,
      en: fieldReasons[reason].en,
    });
  });
});

test('every Vietnamese error sentence ends with a full stop', () => {
  expect(serverTexts.filter(({ vi: text }) => !text.endsWith('.'))).toEqual([]);
});

test.each([
  ['vi', vi],
  ['en', en],
] as const)('an accessible name contains the visible text of its button (%s)', (_language, texts) => {
  const named = [...texts].flatMap(([key, name]) => {
    const visible = key.endsWith('Named') ? texts.get(key.slice(0, -'Named'.length)) : undefined;
    return visible === undefined ? [] : [{ key, visible, name }];
  });
  expect(named.length).toBeGreaterThan(10);
  const hidden = named.filter(({ visible, name }) => !name.toLowerCase().includes(visible.toLowerCase()));
  expect(hidden).toEqual([]);
});
