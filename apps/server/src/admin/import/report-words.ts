import type { ImportField, RowNote, RowOutcome } from '@vid/contract/endpoints/admin/import-shapes';
import type { Words } from '@vid/contract/messages/words';

export const outcomeWords: Words<RowOutcome> = {
  new: { vi: 'Sẽ thêm', en: 'Will be added' },
  duplicate: { vi: 'Trùng trong tệp', en: 'Duplicate in the file' },
  exists: { vi: 'Đã có tài khoản', en: 'Has an account' },
  invalid: { vi: 'Không hợp lệ', en: 'Invalid' },
  added: { vi: 'Đã thêm', en: 'Added' },
  removed: { vi: 'Đã gỡ', en: 'Removed' },
  kept: { vi: 'Giữ lại vì đã được sử dụng', en: 'Kept, because it has been used' },
};

export const fieldWords: Words<ImportField> = {
  phone: { vi: 'Số điện thoại', en: 'Phone' },
  name: { vi: 'Họ tên', en: 'Name' },
  email: { vi: 'Email', en: 'E-mail' },
  kind: { vi: 'Loại tài khoản', en: 'Kind of account' },
  object: { vi: 'Đối tượng', en: 'Member object' },
  province: { vi: 'Tỉnh, thành phố', en: 'Province' },
  enterpriseName: { vi: 'Tên doanh nghiệp', en: 'Business name' },
  shortName: { vi: 'Tên viết tắt', en: 'Short name' },
  taxCode: { vi: 'Mã số thuế', en: 'Tax code' },
  representative: { vi: 'Người đại diện', en: 'Representative' },
  passwordHash: { vi: 'Mật khẩu đã băm', en: 'Password hash' },
  passwordSalt: { vi: 'Salt của mật khẩu', en: 'Password salt' },
};

export const noteWords: Words<RowNote> = {
  required: { vi: 'còn trống', en: 'missing' },
  format: { vi: 'không đúng định dạng', en: 'wrong format' },
  unsupported: { vi: 'không nhận được tin nhắn OTP', en: 'cannot receive codes by SMS' },
  characters: { vi: 'có ký tự không được phép', en: 'contains characters that are not allowed' },
  tooLong: { vi: 'quá dài', en: 'too long' },
  unknown: { vi: 'giá trị không rõ', en: 'unknown value' },
  hashFormat: { vi: 'không nhận ra kiểu băm', en: 'unknown kind of hash' },
  hashCost: { vi: 'kiểu băm tốn quá nhiều tài nguyên', en: 'the cost of the hash is above the limit' },
  hashSalt: { vi: 'thiếu salt', en: 'the salt is missing' },
  upgraded: { vi: 'đã đổi số 11 chữ số sang 10 chữ số', en: 'old 11-digit number upgraded to 10 digits' },
  leftOut: { vi: 'bỏ qua giá trị không dùng được', en: 'unusable value left out' },
};
