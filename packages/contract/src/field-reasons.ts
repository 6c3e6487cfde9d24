import { errorRegistry } from './errors.ts';

/**
 * The reasons for refusing a field. The server turns each reason into a text of `fields` in an error
 * response.
 */
export const fieldReasons = {
  required: { vi: 'Vui lòng nhập thông tin này.', en: 'This field is required.' },
  format: { vi: 'Không đúng định dạng.', en: 'Invalid format.' },
  email: { vi: 'Vui lòng nhập email như ten@example.vn.', en: 'Enter an email like name@example.vn.' },
  phone: {
    vi: 'Vui lòng nhập số di động Việt Nam gồm 10 chữ số.',
    en: 'Enter a Vietnamese mobile number.',
  },
  phoneUnsupported: errorRegistry.PHONE_UNSUPPORTED,
  tooShort: { vi: 'Nội dung quá ngắn.', en: 'This is too short.' },
  tooLong: { vi: 'Nội dung quá dài.', en: 'This is too long.' },
  unknown: { vi: 'Thông tin này không được chấp nhận.', en: 'This field isn’t accepted.' },
  characters: { vi: 'Có ký tự không được phép.', en: 'This contains characters that aren’t allowed.' },
  passwordPolicy: errorRegistry.PASSWORD_POLICY,
  passwordCommon: errorRegistry.PASSWORD_COMMON,
  passwordContainsPhone: errorRegistry.PASSWORD_CONTAINS_PHONE,
  passwordReused: errorRegistry.PASSWORD_REUSED,
  referral: errorRegistry.REFERRAL_INVALID,
  mistyped: {
    vi: 'Mã có ký tự gõ sai. Vui lòng kiểm tra lại.',
    en: 'The code has a mistyped character. Please check it.',
  },
  taxCode: errorRegistry.TAX_CODE_INVALID,
  employer: {
    vi: 'Không tìm thấy doanh nghiệp có mã này, hoặc doanh nghiệp chưa được xác minh.',
    en: 'No verified business has this code.',
  },
  date: { vi: 'Ngày không hợp lệ.', en: 'This date isn’t valid.' },
  samePhone: { vi: 'Bạn đang dùng chính số điện thoại này.', en: 'You already use this number.' },
  fileEmpty: { vi: 'Tệp không có dòng nào.', en: 'The file has no rows.' },
  fileFormat: {
    vi: 'Tệp bị hỏng hoặc không đúng định dạng.',
    en: 'The file is damaged or in the wrong format.',
  },
  fileEncoding: { vi: 'Hãy lưu tệp với bảng mã UTF-8.', en: 'Save the file in UTF-8.' },
  fileTooLarge: {
    vi: 'Tệp quá lớn, hoặc có ô hay cột vượt quá giới hạn.',
    en: 'The file, a cell or the number of columns is above the limit.',
  },
  fileRows: {
    vi: 'Tệp có quá nhiều dòng. Hãy chia thành nhiều tệp.',
    en: 'The file has too many rows. Split it into several files.',
  },
  fileTime: {
    vi: 'Đọc tệp mất quá nhiều thời gian. Hãy chia thành nhiều tệp.',
    en: 'Reading the file takes too long. Split it into several files.',
  },
  terms: errorRegistry.TERMS_NOT_ACCEPTED,
  taken: {
    vi: 'Giá trị này đã được dùng. Vui lòng chọn giá trị khác.',
    en: 'This value is in use. Choose another one.',
  },
  applicationCode: {
    vi: 'Mã gồm 2 đến 41 chữ không dấu, chữ số, dấu - hoặc _.',
    en: 'A code has 2 to 41 letters, digits, - or _.',
  },
  applicationName: {
    vi: 'Tên cần ít nhất một chữ hoặc số, không quá 100 ký tự và không xuống dòng.',
    en: 'A name needs a letter or digit, and has at most 100 characters and no line breaks.',
  },
  httpsAddress: { vi: 'Địa chỉ phải bắt đầu bằng https://.', en: 'The address must start with https://.' },
  logoAddress: {
    vi: 'Địa chỉ ảnh phải bắt đầu bằng https.',
    en: 'The address of the picture must start with https.',
  },
  logoUnreachable: {
    vi: 'Không tải được ảnh từ địa chỉ này.',
    en: 'The picture couldn’t be fetched from this address.',
  },
  logoTooLarge: { vi: 'Ảnh lớn hơn 32 KiB.', en: 'The picture is larger than 32 KiB.' },
  logoNoPicture: {
    vi: 'Tệp không phải ảnh PNG, JPEG, WebP hoặc SVG.',
    en: 'The file isn’t a PNG, JPEG, WebP or SVG picture.',
  },
  clientId: {
    vi: 'Mã gồm 1 đến 128 chữ không dấu, chữ số, dấu chấm, - hoặc _, bắt đầu bằng chữ hoặc số.',
    en: 'An ID has 1 to 128 letters, digits, dots, - or _, and starts with a letter or digit.',
  },
  clientIdReserved: { vi: 'Mã này được dành riêng cho hệ thống.', en: 'This ID is reserved.' },
  clientMethod: {
    vi: 'Loại kết nối này không dùng được cách xác nhận danh tính này.',
    en: 'This type of client can’t authenticate in this way.',
  },
  clientScopes: {
    vi: 'Kết nối luôn cần openid và chỉ được xin các quyền trong danh sách.',
    en: 'A client always asks for openid, and only for scopes in the list.',
  },
  clientMachine: {
    vi: 'Kết nối loại chương trình không đăng nhập người dùng nên không có mục này.',
    en: 'A machine client doesn’t sign users in, so it can’t have this.',
  },
  clientDevice: {
    vi: 'Yêu cầu đẩy trước cần có địa chỉ chuyển về.',
    en: 'Pushed requests need a redirect address.',
  },
  clientKeys: { vi: 'Bộ khóa công khai không dùng được.', en: 'These public keys can’t be used.' },
  clientKeysRequired: {
    vi: 'Xác nhận bằng khóa thì cần bộ khóa công khai; các cách khác không dùng khóa.',
    en: 'Authentication by key needs public keys; other methods don’t use them.',
  },
  addressRequired: {
    vi: 'Cần ít nhất một địa chỉ chuyển về.',
    en: 'At least one redirect address is required.',
  },
  addressForm: { vi: 'Không phải là một địa chỉ.', en: 'This isn’t an address.' },
  addressScheme: { vi: 'Địa chỉ phải bắt đầu bằng https://.', en: 'The address must start with https://.' },
  addressLoopback: {
    vi: 'Địa chỉ https trên chính máy của người dùng chỉ dùng được cho kết nối loại native, và chỉ ở dạng https://localhost không có cổng (trang trong WebView).',
    en: 'An https address on the user’s own machine is accepted for native clients only, as https://localhost without a port (a page in a WebView).',
  },
  addressPlainHttp: {
    vi: 'Không dùng được http; hãy dùng https.',
    en: 'Plain http isn’t accepted; use https.',
  },
  addressUserinfo: {
    vi: 'Địa chỉ không được chứa tên người dùng hoặc mật khẩu.',
    en: 'The address must not contain a user name or password.',
  },
  addressFragment: { vi: 'Địa chỉ không được chứa dấu #.', en: 'The address must not contain a #.' },
  addressWildcard: {
    vi: 'Không dùng được dấu *; hãy ghi từng địa chỉ.',
    en: 'Wildcards (*) aren’t supported; enter each address.',
  },
  addressSpelling: {
    vi: 'Hãy ghi dạng chuẩn: tên miền viết thường, không có khoảng trắng, cổng mặc định hay đoạn /../.',
    en: 'Use the canonical form: lower-case host, no spaces, default port or dot segments.',
  },
  addressAnswerName: {
    vi: 'Phần sau dấu ? có một tên tham số mà VID dùng khi trả lời.',
    en: 'The part after ? has a parameter name that VID uses in its answer.',
  },
  addressPort: {
    vi: 'Cổng này không được phép; hãy dùng cổng 443.',
    en: 'This port isn’t allowed; use port 443.',
  },
  addressPrivate: {
    vi: 'Địa chỉ này thuộc mạng nội bộ nên VID không gửi tới.',
    en: 'This address is on a private network, so VID doesn’t send to it.',
  },
} as const satisfies Record<string, { vi: string; en: string }>;

export type FieldReason = keyof typeof fieldReasons;
