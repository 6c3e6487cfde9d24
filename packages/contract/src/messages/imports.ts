import type { ImportField, RowNote, RowOutcome } from '../endpoints/admin/transfers/import-shapes.ts';
import type { Words } from './words.ts';

export const importOutcomeNames: Words<RowOutcome> = {
  new: { vi: 'Sẽ thêm', en: 'Will be added' },
  duplicate: { vi: 'Trùng trong tệp', en: 'Duplicate in the file' },
  exists: { vi: 'Đã có tài khoản', en: 'Already has an account' },
  invalid: { vi: 'Có lỗi', en: 'Error' },
  added: { vi: 'Đã thêm', en: 'Added' },
  removed: { vi: 'Đã gỡ', en: 'Removed' },
  kept: { vi: 'Giữ lại vì đã được dùng', en: 'Kept, because it has been used' },
};

export const importFieldNames: Words<ImportField> = {
  phone: { vi: 'Số điện thoại', en: 'Phone' },
  name: { vi: 'Họ tên', en: 'Name' },
  email: { vi: 'Email', en: 'Email' },
  kind: { vi: 'Loại tài khoản', en: 'Account type' },
  object: { vi: 'Nhóm hội viên', en: 'Member group' },
  province: { vi: 'Tỉnh/Thành phố', en: 'Province' },
  enterpriseName: { vi: 'Tên doanh nghiệp', en: 'Business name' },
  shortName: { vi: 'Tên viết tắt', en: 'Short name' },
  taxCode: { vi: 'Mã số thuế', en: 'Tax code' },
  representative: { vi: 'Người đại diện', en: 'Representative' },
  certificateNumber: { vi: 'Số chứng chỉ', en: 'Certificate number' },
  certificateProvince: { vi: 'Nơi cấp chứng chỉ', en: 'Province of the certificate' },
  certificateIssuedOn: { vi: 'Ngày cấp chứng chỉ', en: 'Certificate issued on' },
  certificateExpiresOn: { vi: 'Ngày hết hạn chứng chỉ', en: 'Certificate expires on' },
  passwordHash: { vi: 'Mật khẩu đã băm', en: 'Password hash' },
  passwordSalt: { vi: 'Salt của mật khẩu', en: 'Password salt' },
};

export const importNoteNames: Words<RowNote> = {
  required: { vi: 'còn trống', en: 'missing' },
  format: { vi: 'không đúng định dạng', en: 'wrong format' },
  unsupported: { vi: 'không nhận được tin nhắn OTP', en: 'can’t receive codes by SMS' },
  characters: { vi: 'có ký tự không được phép', en: 'contains characters that aren’t allowed' },
  tooLong: { vi: 'quá dài', en: 'too long' },
  unknown: { vi: 'giá trị không rõ', en: 'unknown value' },
  hashFormat: { vi: 'không nhận ra kiểu băm', en: 'unknown type of hash' },
  hashCost: { vi: 'kiểu băm tốn quá nhiều tài nguyên', en: 'the hash takes too many resources to compute' },
  hashSalt: { vi: 'thiếu salt', en: 'the salt is missing' },
  quotes: {
    vi: 'không đọc được dấu ngoặc kép của dòng này',
    en: 'the quotation marks of this row can’t be read',
  },
  digitsLost: {
    vi: 'bảng tính đã làm mất chữ số; hãy đổi cột sang kiểu Văn bản rồi xuất lại',
    en: 'the spreadsheet has lost digits; format the column as text and export it again',
  },
  lettersLost: {
    vi: 'tệp đã mất chữ; hãy lưu lại dạng XLSX hoặc CSV UTF-8',
    en: 'the file has lost letters; save it as XLSX or as CSV in UTF-8',
  },
  errorCell: { vi: 'ô có lỗi công thức', en: 'the cell has a formula error' },
  number: { vi: 'đọc từ ô kiểu số', en: 'read from a number cell' },
  cleaned: { vi: 'đã bỏ ký tự ẩn hoặc chữ thừa', en: 'hidden characters or extra words removed' },
  padded: {
    vi: 'đã thêm số 0 ở đầu vì chữ số kiểm tra khớp',
    en: 'leading zero added, because the check digit matches',
  },
  unverified: {
    vi: 'chữ số kiểm tra không khớp; hãy xem lại',
    en: 'the check digit doesn’t match; check it',
  },
  day: {
    vi: 'ngày có thể hiểu theo cách khác; hãy xem lại',
    en: 'the date could be read another way; check it',
  },
  merged: { vi: 'tỉnh đã được sáp nhập', en: 'the province was merged into another' },
  several: {
    vi: 'ô có nhiều giá trị; đã lấy giá trị đầu tiên dùng được',
    en: 'the cell has several values; the first usable one was taken',
  },
  oldFont: {
    vi: 'đã chuyển từ bảng mã cũ (như TCVN3, VNI) sang Unicode; hãy xem lại',
    en: 'converted from an old encoding (such as TCVN3 or VNI) to Unicode; check it',
  },
  upgraded: { vi: 'đã đổi số 11 chữ số sang 10 chữ số', en: 'old 11-digit number upgraded to 10 digits' },
  leftOut: { vi: 'đã bỏ qua giá trị không dùng được', en: 'unusable value left out' },
};
