import { errorRegistry } from './errors.ts';

/** Reasons for rejecting a field. The server puts the text of the reason into `fields` of the error response. */
export const fieldReasons = {
  required: { vi: 'Vui lòng nhập thông tin này.', en: 'Fill in this field.' },
  format: { vi: 'Vui lòng nhập đúng định dạng.', en: 'Check the format.' },
  email: { vi: 'Vui lòng nhập email như ten@example.vn.', en: 'Enter an email like name@example.vn.' },
  phone: {
    vi: 'Vui lòng nhập số di động Việt Nam gồm 10 chữ số.',
    en: 'Enter a Vietnamese mobile number.',
  },
  phoneUnsupported: errorRegistry.PHONE_UNSUPPORTED,
  tooShort: { vi: 'Nội dung quá ngắn. Vui lòng nhập thêm.', en: 'This is too short. Enter more.' },
  tooLong: { vi: 'Nội dung quá dài. Vui lòng rút ngắn.', en: 'This is too long. Shorten it.' },
  unknown: {
    vi: 'Thông tin này không được chấp nhận. Hãy bỏ thông tin này.',
    en: 'This field isn’t accepted. Remove it.',
  },
  characters: {
    vi: 'Có ký tự không được phép. Vui lòng bỏ ký tự đó.',
    en: 'Remove the characters that aren’t allowed.',
  },
  passwordPolicy: errorRegistry.PASSWORD_POLICY,
  passwordCommon: errorRegistry.PASSWORD_COMMON,
  passwordContainsPhone: errorRegistry.PASSWORD_CONTAINS_PHONE,
  passwordReused: errorRegistry.PASSWORD_REUSED,
  referral: errorRegistry.REFERRAL_INVALID,
  mistyped: {
    vi: 'Mã có ký tự gõ sai. Vui lòng kiểm tra lại.',
    en: 'One character of the code is wrong. Check it and try again.',
  },
  taxCode: errorRegistry.TAX_CODE_INVALID,
  employer: {
    vi: 'Không tìm thấy doanh nghiệp có mã này, hoặc doanh nghiệp chưa được xác minh. Vui lòng kiểm tra lại mã.',
    en: 'No verified business has this code. Check the code.',
  },
  date: { vi: 'Ngày không hợp lệ. Vui lòng kiểm tra lại.', en: 'Enter a valid date.' },
  samePhone: {
    vi: 'Bạn đang dùng chính số điện thoại này. Vui lòng nhập số khác.',
    en: 'You’re already using this number. Enter another one.',
  },
  fileEmpty: {
    vi: 'Tệp không có dòng nào. Hãy chọn tệp khác.',
    en: 'The file has no rows. Choose another file.',
  },
  fileFormat: {
    vi: 'Tệp bị hỏng hoặc không đúng định dạng. Hãy lưu lại ở dạng .csv hoặc .xlsx.',
    en: 'The file is damaged or in the wrong format. Save it again as .csv or .xlsx.',
  },
  fileEncoding: { vi: 'Vui lòng lưu tệp với bảng mã UTF-8.', en: 'Save the file as UTF-8.' },
  fileTooLarge: {
    vi: 'Tệp quá lớn, hoặc có ô hay số cột vượt quá giới hạn. Hãy chia nhỏ tệp hoặc bỏ bớt nội dung.',
    en: 'The file, a cell or the number of columns exceeds the limit. Split the file, or remove what isn’t needed.',
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
    vi: 'Giá trị này đã được dùng. Vui lòng nhập giá trị khác.',
    en: 'This value is already in use. Enter another one.',
  },
  applicationCode: {
    vi: 'Vui lòng dùng từ 2 đến 41 ký tự: chữ không dấu, chữ số, - hoặc _.',
    en: 'Use 2 to 41 letters, digits, - or _.',
  },
  applicationName: {
    vi: 'Tên cần ít nhất một chữ hoặc số, không quá 100 ký tự và không xuống dòng.',
    en: 'Use up to 100 characters, with at least one letter or digit and no line breaks.',
  },
  httpsAddress: { vi: 'Địa chỉ phải bắt đầu bằng https://.', en: 'The address must start with https://.' },
  logoAddress: {
    vi: 'Địa chỉ ảnh phải bắt đầu bằng https://.',
    en: 'The address of the image must start with https://.',
  },
  logoUnreachable: {
    vi: 'Không tải được ảnh từ địa chỉ này. Hãy kiểm tra lại địa chỉ.',
    en: 'We couldn’t load an image from this address. Check the address.',
  },
  logoTooLarge: { vi: 'Vui lòng chọn ảnh tối đa 32 KB.', en: 'Choose an image of up to 32 KB.' },
  logoNoPicture: {
    vi: 'Vui lòng chọn ảnh PNG, JPEG, WebP hoặc SVG.',
    en: 'Choose a PNG, JPEG, WebP or SVG image.',
  },
  clientId: {
    vi: 'Vui lòng dùng từ 1 đến 128 ký tự: chữ không dấu, chữ số, dấu chấm, - hoặc _, bắt đầu bằng chữ hoặc số.',
    en: 'Use 1 to 128 letters, digits, dots, - or _, and start with a letter or digit.',
  },
  clientIdReserved: {
    vi: 'Mã này được dành riêng cho hệ thống. Hãy chọn mã khác.',
    en: 'This ID is reserved. Choose another.',
  },
  clientMethod: {
    vi: 'Loại kết nối này không dùng được cách xác nhận danh tính đã chọn. Hãy chọn cách khác.',
    en: 'This type of client can’t authenticate in this way. Choose another.',
  },
  clientScopes: {
    vi: 'Hãy thêm openid và chỉ chọn thông tin có trong danh sách.',
    en: 'Include openid, and use only scopes in the list.',
  },
  clientMachine: {
    vi: 'Chương trình tự động không có người đăng nhập. Vui lòng bỏ mục này.',
    en: 'An automated program signs no one in. Leave this out.',
  },
  clientDevice: {
    vi: 'Yêu cầu được đẩy trước (PAR) cần có địa chỉ chuyển về.',
    en: 'Pushed requests (PAR) need a redirect URI.',
  },
  clientKeys: {
    vi: 'Không dùng được bộ khóa này. Hãy kiểm tra lại JWK Set.',
    en: 'These keys can’t be used. Check the JWK Set.',
  },
  clientKeysRequired: {
    vi: 'Cách private_key_jwt cần khóa công khai; các cách khác không dùng khóa.',
    en: 'The method private_key_jwt needs public keys; the other methods don’t use them.',
  },
  addressRequired: {
    vi: 'Vui lòng nhập ít nhất một địa chỉ chuyển về.',
    en: 'Enter at least one redirect URI.',
  },
  addressForm: {
    vi: 'Vui lòng nhập địa chỉ đầy đủ, ví dụ https://app.example.vn/callback.',
    en: 'Enter a full address, such as https://app.example.vn/callback.',
  },
  addressScheme: { vi: 'Địa chỉ phải bắt đầu bằng https://.', en: 'The address must start with https://.' },
  addressLoopback: {
    vi: 'Địa chỉ https trên chính máy của người dùng chỉ dùng được cho ứng dụng di động hoặc máy tính, và chỉ ở dạng https://localhost không có cổng (trang trong WebView).',
    en: 'An https address on the user’s own machine is accepted for mobile or desktop apps only, as https://localhost without a port (a page in a WebView).',
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
    vi: 'Vui lòng ghi dạng chuẩn: tên miền viết thường, không có khoảng trắng, cổng mặc định hay đoạn /../.',
    en: 'Use the canonical form: a lowercase host, without spaces, the default port or dot segments.',
  },
  addressAnswerName: {
    vi: 'Phần sau dấu ? có một tên tham số mà VID dùng khi trả lời. Hãy đổi tên đó.',
    en: 'The part after ? has a parameter name that VID uses in its response. Rename it.',
  },
  addressPort: {
    vi: 'Cổng này không được phép; hãy dùng cổng 443.',
    en: 'This port isn’t allowed; use port 443.',
  },
  addressPrivate: {
    vi: 'Địa chỉ này thuộc mạng nội bộ nên VID không gửi đến. Hãy dùng địa chỉ công khai trên internet.',
    en: 'This address is on a private network, so VID won’t send to it. Use a public address.',
  },
} as const satisfies Record<string, { vi: string; en: string }>;

export type FieldReason = keyof typeof fieldReasons;
