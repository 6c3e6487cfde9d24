import type { ImportField, RowNote, RowOutcome } from '@vid/contract/endpoints/admin/import-shapes';
import type { Locale } from '@vid/contract/limits';

type Words<K extends string> = Readonly<Record<Locale, Readonly<Record<K, string>>>>;

export const reportTitles: Readonly<Record<Locale, readonly string[]>> = {
  vi: ['Dòng', 'Kết quả', 'Số điện thoại', 'Họ tên', 'Ghi chú'],
  en: ['Row', 'Outcome', 'Phone', 'Name', 'Notes'],
};

export const outcomeWords: Words<RowOutcome> = {
  vi: {
    new: 'Sẽ thêm',
    duplicate: 'Trùng trong tệp',
    exists: 'Đã có tài khoản',
    invalid: 'Không hợp lệ',
    added: 'Đã thêm',
    removed: 'Đã gỡ',
    kept: 'Giữ lại vì đã được sử dụng',
  },
  en: {
    new: 'Will be added',
    duplicate: 'Duplicate in the file',
    exists: 'Has an account',
    invalid: 'Invalid',
    added: 'Added',
    removed: 'Removed',
    kept: 'Kept, because it has been used',
  },
};

export const fieldWords: Words<ImportField> = {
  vi: {
    phone: 'Số điện thoại',
    name: 'Họ tên',
    email: 'Email',
    kind: 'Loại tài khoản',
    object: 'Đối tượng',
    province: 'Tỉnh, thành phố',
    enterpriseName: 'Tên doanh nghiệp',
    shortName: 'Tên viết tắt',
    taxCode: 'Mã số thuế',
    representative: 'Người đại diện',
    passwordHash: 'Mật khẩu đã băm',
    passwordSalt: 'Salt của mật khẩu',
  },
  en: {
    phone: 'Phone',
    name: 'Name',
    email: 'E-mail',
    kind: 'Kind of account',
    object: 'Member object',
    province: 'Province',
    enterpriseName: 'Business name',
    shortName: 'Short name',
    taxCode: 'Tax code',
    representative: 'Representative',
    passwordHash: 'Password hash',
    passwordSalt: 'Password salt',
  },
};

export const noteWords: Words<RowNote> = {
  vi: {
    required: 'còn trống',
    format: 'không đúng định dạng',
    unsupported: 'không nhận được tin nhắn OTP',
    characters: 'có ký tự không được phép',
    tooLong: 'quá dài',
    unknown: 'giá trị không rõ',
    hashFormat: 'không nhận ra kiểu băm',
    hashCost: 'kiểu băm tốn quá nhiều tài nguyên',
    hashSalt: 'thiếu salt',
    upgraded: 'đã đổi số 11 chữ số sang 10 chữ số',
    leftOut: 'bỏ qua giá trị không dùng được',
  },
  en: {
    required: 'missing',
    format: 'wrong format',
    unsupported: 'cannot receive codes by SMS',
    characters: 'contains characters that are not allowed',
    tooLong: 'too long',
    unknown: 'unknown value',
    hashFormat: 'unknown kind of hash',
    hashCost: 'the cost of the hash is above the limit',
    hashSalt: 'the salt is missing',
    upgraded: 'old 11-digit number upgraded to 10 digits',
    leftOut: 'unusable value left out',
  },
};
