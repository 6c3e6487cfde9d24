import type { ErrorCode, FieldReason } from '../errors.ts';

/** Vietnamese text of each error code. The server fills in `{wait}`. */
export const errorTextsVi: Record<ErrorCode, string> = {
  // Transport and load
  VALIDATION_FAILED: 'Một số thông tin không hợp lệ. Vui lòng kiểm tra lại.',
  MALFORMED_REQUEST: 'Không đọc được yêu cầu. Vui lòng tải lại trang và thử lại.',
  NOT_FOUND: 'Không tìm thấy nội dung bạn yêu cầu.',
  METHOD_NOT_ALLOWED: 'Phương thức này không được hỗ trợ.',
  PAYLOAD_TOO_LARGE: 'Dữ liệu gửi lên quá lớn.',
  URI_TOO_LONG: 'Đường dẫn truy cập quá dài.',
  HEADERS_TOO_LARGE: 'Tiêu đề của yêu cầu quá lớn.',
  REQUEST_TIMEOUT: 'Yêu cầu được gửi quá chậm. Vui lòng kiểm tra kết nối mạng và thử lại.',
  UNSUPPORTED_MEDIA_TYPE: 'Kiểu dữ liệu gửi lên không được hỗ trợ.',
  MISDIRECTED_REQUEST: 'Máy chủ này không phục vụ địa chỉ bạn đang truy cập.',
  CSRF: 'Yêu cầu bị từ chối vì không đến từ trang của VID. Vui lòng tải lại trang và thử lại.',
  RATE_LIMITED: 'Bạn thao tác quá nhanh. Vui lòng thử lại sau {wait}.',
  BUSY: 'Hệ thống đang bận. Vui lòng thử lại sau vài giây.',
  UNAVAILABLE: 'Hệ thống đang tạm gián đoạn. Vui lòng thử lại sau ít phút.',
  INTERNAL: 'Có lỗi xảy ra trong quá trình xử lý. Vui lòng thử lại sau.',
  // Session and rights
  TOKEN_MISSING: 'Bạn chưa đăng nhập. Vui lòng đăng nhập để tiếp tục.',
  TOKEN_INVALID: 'Phiên đăng nhập đã kết thúc. Vui lòng đăng nhập lại.',
  UNKNOWN_VALIDATING_EXCEPTION:
    'Không xác minh được yêu cầu. Vui lòng tải lại trang và thử lại. Trình duyệt cần cho phép cookie.',
  FORBIDDEN: 'Bạn không có quyền xem nội dung này.',
  REAUTHENTICATION_REQUIRED: 'Vui lòng xác nhận chính bạn đang thao tác để tiếp tục.',
  SESSION_NOT_FOUND: 'Phiên đăng nhập này không còn tồn tại.',
  // Phones and accounts
  PHONE_INVALID: 'Số điện thoại không đúng định dạng.',
  PHONE_UNSUPPORTED: 'Không thể gửi mã OTP đến số này. Vui lòng dùng số di động Việt Nam.',
  ACCOUNT_EXISTS: 'Số điện thoại đã được đăng ký.',
  ACCOUNT_NOT_FOUND: 'Số điện thoại chưa được đăng ký.',
  ACCOUNT_LOCKED: 'Tài khoản đang bị khóa. Vui lòng liên hệ Hội để được hỗ trợ.',
  // Captcha
  OWN_ACCOUNT: 'Quản trị viên không thể làm việc này với chính tài khoản của mình.',
  PARAMS_CHANGED: 'Một quản trị viên khác vừa thay đổi mục này. Hãy xem thay đổi đó trước khi lưu.',
  CONTRAST_TOO_LOW: 'Màu này khó đọc. Hãy chọn màu có độ tương phản cao hơn.',
  LAST_ADMIN: 'Hội phải còn ít nhất một quản trị viên đăng nhập được.',
  NO_PASSWORD: 'Tài khoản này chưa đặt mật khẩu.',
  CAPTCHA_REQUIRED: 'Vui lòng nhập mã bảo vệ để tiếp tục.',
  CAPTCHA_INVALID: 'Mã bảo vệ không đúng hoặc đã hết hạn. Vui lòng nhập mã mới.',
  CAPTCHA_RATE: 'Có quá nhiều yêu cầu mã bảo vệ. Vui lòng thử lại sau {wait}.',
  // One-time codes
  OTP_INVALID: 'Mã OTP không đúng hoặc đã hết hạn. Vui lòng kiểm tra lại hoặc yêu cầu mã mới.',
  OTP_LOCKED: 'Bạn đã nhập sai mã OTP quá nhiều lần. Vui lòng yêu cầu mã mới.',
  OTP_RATE: 'Có quá nhiều yêu cầu gửi mã OTP. Vui lòng thử lại sau {wait}.',
  OTP_TOKEN_INVALID: 'Số điện thoại cần được xác minh lại. Vui lòng yêu cầu mã mới.',
  OTP_REQUIRED: 'Mật khẩu đã bị nhập sai quá nhiều lần. Vui lòng đăng nhập bằng mã OTP.',
  SMS_UNAVAILABLE: 'Chưa gửi được tin nhắn. Vui lòng thử lại sau ít phút.',
  // QR sign-in
  QR_NOT_FOUND: 'Mã QR này không còn dùng được. Vui lòng tạo mã mới.',
  QR_EXPIRED: 'Mã QR đã hết hạn. Vui lòng tạo mã mới.',
  QR_NOT_APPROVED: 'Yêu cầu đăng nhập này chưa được đồng ý trên điện thoại.',
  QR_DECIDED: 'Yêu cầu đăng nhập này đã được xử lý. Vui lòng tạo mã QR mới nếu cần.',
  QR_NUMBER_WRONG:
    'Số bạn chọn không khớp với số trên màn hình kia, nên yêu cầu đăng nhập đã bị từ chối để bảo vệ tài khoản.',
  QR_FORBIDDEN: 'Mã QR này đang được một tài khoản khác xử lý.',
  // Passwords
  AUTH_FAILED: 'Số điện thoại hoặc mật khẩu không đúng.',
  AUTH_THROTTLED: 'Mật khẩu đã bị nhập sai quá nhiều lần. Vui lòng thử lại sau {wait} hoặc dùng mã OTP.',
  PASSWORD_POLICY: 'Mật khẩu phải có ít nhất 8 ký tự, gồm chữ thường, chữ hoa, chữ số và ký tự đặc biệt.',
  PASSWORD_COMMON: 'Mật khẩu này quá phổ biến, dễ bị đoán. Vui lòng chọn mật khẩu khác.',
  PASSWORD_CONTAINS_PHONE: 'Mật khẩu không được chứa số điện thoại của bạn.',
  PASSWORD_REUSED: 'Mật khẩu mới phải khác mật khẩu hiện tại.',
  CURRENT_PASSWORD_WRONG: 'Mật khẩu hiện tại không đúng.',
  RESET_BY_OPERATOR:
    'Không thể đặt lại mật khẩu quản trị viên chỉ bằng mã OTP. Vui lòng liên hệ người vận hành hệ thống.',
  RESET_BY_MEMBER: 'Không thể đặt lại mật khẩu thay hội viên. Hội viên cần tự đặt lại bằng mã OTP.',
  SECOND_FACTOR_REQUIRED: 'Quản trị viên cần đăng nhập bằng cả mật khẩu và mã OTP, hoặc bằng passkey.',
  PASSKEY_REQUIRED: 'Tài khoản quản trị này cần đăng nhập bằng passkey.',
  // Two-step sign-in
  MFA_TOKEN_INVALID: 'Bước xác minh đã hết hạn. Vui lòng đăng nhập lại.',
  TWO_STEP_CODE_INVALID: 'Mã không đúng hoặc đã được sử dụng. Vui lòng kiểm tra lại.',
  TWO_STEP_THROTTLED:
    'Mã xác minh đã bị nhập sai quá nhiều lần. Vui lòng thử lại sau {wait} hoặc dùng mã khôi phục.',
  TWO_STEP_SETUP_EXPIRED: 'Mã QR đã hết hạn. Vui lòng thiết lập lại từ đầu.',
  TWO_STEP_OFF: 'Tài khoản chưa bật xác minh hai bước.',
  TWO_STEP_SETUP_REQUIRED:
    'Quản trị viên cần bật xác minh hai bước hoặc thêm passkey trước khi sử dụng chức năng này.',
  TWO_STEP_REQUIRED:
    'Quản trị viên luôn phải có ứng dụng tạo mã hoặc passkey, nên không thể bỏ cách duy nhất còn lại.',
  // Social sign-in
  SOCIAL_INVALID: 'Không xác minh được tài khoản mạng xã hội. Vui lòng thử lại.',
  SOCIAL_UNAVAILABLE:
    'Dịch vụ bạn chọn đang không phản hồi. Vui lòng thử lại sau ít phút hoặc đăng nhập bằng cách khác.',
  SOCIAL_DISABLED: 'Cách đăng nhập này hiện không được hỗ trợ.',
  SOCIAL_SIGN_UP_EXPIRED: 'Bước đăng ký này đã hết hạn. Vui lòng bắt đầu lại.',
  SOCIAL_TAKEN: 'Tài khoản mạng xã hội này hoặc tài khoản VID của bạn đã có liên kết khác.',
  SOCIAL_NOT_LINKED: 'Liên kết này không còn tồn tại.',
  // Passkeys
  PASSKEY_INVALID: 'Không xác minh được passkey. Vui lòng thử lại hoặc chọn cách khác.',
  PASSKEY_EXISTS: 'Passkey này đã được thêm.',
  PASSKEY_LIMIT: 'Tài khoản đã có đủ 20 passkey. Vui lòng xóa bớt một passkey không dùng nữa.',
  PASSKEY_NOT_FOUND: 'Passkey này không còn tồn tại.',
  PASSKEY_ON_HOLD: 'Passkey này mới được thêm nên chưa thể xác nhận thay đổi. Vui lòng dùng mật khẩu.',
  LAST_WAY_IN:
    'Đây là cách đăng nhập duy nhất của bạn. Vui lòng tạo mật khẩu trước khi xóa hoặc hủy liên kết.',
  // Recovery
  NOTICE_LINK_INVALID: 'Liên kết không đúng, đã được dùng hoặc đã hết hạn.',
  RECOVERY_LINK_INVALID: 'Liên kết khôi phục không đúng, đã được dùng hoặc đã hết hạn.',
  RECOVERY_CODE_INVALID: 'Số điện thoại hoặc mã khôi phục không đúng, hoặc mã đã được dùng.',
  RECOVERY_REQUIRED:
    'Chỉ mã OTP là chưa đủ để vào tài khoản này. Vui lòng dùng mật khẩu hoặc khôi phục tài khoản.',
  RECOVERY_NOT_NEEDED: 'Tài khoản này không cần khôi phục. Vui lòng đăng nhập.',
  RECOVERY_STOPPED:
    'Tài khoản này đang có yêu cầu khôi phục, hoặc chủ tài khoản đã hủy nhiều yêu cầu. Vui lòng liên hệ Hội để được hỗ trợ.',
  RECOVERY_UNAVAILABLE: 'Chưa thể khôi phục bằng email. Vui lòng liên hệ Hội để được hỗ trợ.',
  // Sign-up and profile
  TERMS_NOT_ACCEPTED: 'Bạn cần đồng ý với Điều khoản sử dụng và Chính sách bảo mật.',
  REFERRAL_INVALID: 'Mã giới thiệu không tồn tại. Vui lòng kiểm tra lại hoặc để trống.',
  TAX_CODE_INVALID: 'Mã số thuế không hợp lệ. Vui lòng kiểm tra lại.',
  AVATAR_INVALID: 'Không dùng được ảnh này. Vui lòng chọn ảnh JPEG, PNG hoặc WebP, không phải ảnh động.',
  EMAIL_LINK_INVALID:
    'Liên kết xác nhận email không đúng, đã hết hạn hoặc đã được thay bằng liên kết mới hơn.',
  UNDO_LINK_INVALID: 'Liên kết khôi phục số điện thoại không đúng, đã được dùng hoặc đã quá 24 giờ.',
  CHANGE_ON_HOLD:
    'Số điện thoại vừa được đổi nên thao tác này đang tạm khóa để bảo vệ tài khoản. Vui lòng thử lại sau {wait}.',
  // Privacy
  DELETION_BLOCKED: 'Hiện chưa thể xóa tài khoản này. Vui lòng xem lý do ở trang Quyền riêng tư.',
  REQUEST_LIMIT: 'Bạn đang có quá nhiều yêu cầu chờ trả lời. Vui lòng đợi Hội trả lời hoặc đóng bớt yêu cầu.',
  // Single sign-on
  REDIRECT_INVALID: 'Địa chỉ quay về chưa được đăng ký cho ứng dụng này.',
  SSO_INVALID_REQUEST: 'Yêu cầu của ứng dụng không hợp lệ.',
  SSO_NOT_READY: 'Yêu cầu đăng nhập đã hết hạn. Vui lòng quay lại ứng dụng và thử lại.',
  SSO_REQUEST_EXPIRED: 'Yêu cầu đăng nhập đã hết hạn. Vui lòng quay lại ứng dụng và thử lại.',
  SSO_REAUTHENTICATE: 'Ứng dụng yêu cầu bạn đăng nhập lại.',
  SSO_FORBIDDEN: 'Bạn không có quyền truy cập nội dung này.',
  CONSENT_REQUIRED: 'Ứng dụng chỉ được nhận thông tin của bạn sau khi bạn đồng ý.',
  PASSWORD_CHANGE_REQUIRED: 'Vui lòng đổi mật khẩu trước khi tiếp tục.',
  NAME_REQUIRED: 'Vui lòng bổ sung tên trong thông tin tài khoản trước khi tiếp tục.',
  PAGE_OUTDATED: 'Trang này đã cũ. Vui lòng tải lại trang và thử lại.',
  DEVICE_CODE_INVALID: 'Mã thiết bị không đúng hoặc đã hết hạn. Vui lòng kiểm tra mã trên thiết bị.',
  DEVICE_CODE_RATE: 'Bạn đã nhập sai mã thiết bị quá nhiều lần. Vui lòng thử lại sau {wait}.',
};

/** Vietnamese text of each field reason. */
export const fieldTextsVi: Record<FieldReason, string> = {
  required: 'Thông tin này không được để trống.',
  format: 'Không đúng định dạng.',
  email: 'Email không đúng định dạng.',
  phone: 'Số điện thoại không đúng định dạng.',
  phoneUnsupported: errorTextsVi.PHONE_UNSUPPORTED,
  tooShort: 'Nội dung quá ngắn.',
  tooLong: 'Nội dung quá dài.',
  unknown: 'Thông tin này không được chấp nhận.',
  characters: 'Có ký tự không được phép.',
  passwordPolicy: errorTextsVi.PASSWORD_POLICY,
  passwordCommon: errorTextsVi.PASSWORD_COMMON,
  passwordContainsPhone: errorTextsVi.PASSWORD_CONTAINS_PHONE,
  passwordReused: errorTextsVi.PASSWORD_REUSED,
  referral: errorTextsVi.REFERRAL_INVALID,
  taxCode: errorTextsVi.TAX_CODE_INVALID,
  employer: 'Không tìm thấy doanh nghiệp có mã này.',
  date: 'Ngày không hợp lệ.',
  samePhone: 'Bạn đang dùng chính số điện thoại này.',
  terms: errorTextsVi.TERMS_NOT_ACCEPTED,
  taken: 'Giá trị này đã được dùng. Vui lòng chọn giá trị khác.',
  applicationCode: 'Mã gồm 2 đến 41 chữ không dấu, chữ số, dấu - hoặc _.',
  applicationName: 'Tên cần ít nhất một chữ hoặc số, không quá 100 ký tự và không xuống dòng.',
  logoAddress: 'Địa chỉ ảnh phải bắt đầu bằng https.',
  logoUnreachable: 'Không tải được ảnh từ địa chỉ này.',
  logoTooLarge: 'Ảnh lớn hơn 32 KiB.',
  logoNoPicture: 'Tệp không phải ảnh PNG, JPEG, WebP hoặc SVG.',
  clientId: 'Mã gồm 1 đến 128 chữ không dấu, chữ số, dấu chấm, - hoặc _, bắt đầu bằng chữ hoặc số.',
  clientIdReserved: 'Mã này được dành riêng cho hệ thống.',
  clientMethod: 'Loại máy khách này không dùng được cách chứng minh này.',
  clientMachine: 'Máy khách loại chương trình không đăng nhập người dùng nên không có mục này.',
  clientDevice: 'Yêu cầu đẩy trước cần có địa chỉ chuyển về.',
  clientKeys: 'Bộ khóa công khai không dùng được.',
  clientKeysRequired: 'Cách chứng minh bằng khóa cần bộ khóa công khai; các cách khác thì không dùng khóa.',
  addressRequired: 'Cần ít nhất một địa chỉ chuyển về.',
  addressForm: 'Không phải là một địa chỉ.',
  addressScheme: 'Địa chỉ phải bắt đầu bằng https://.',
  addressPlainHttp: 'Không dùng được http; hãy dùng https.',
  addressUserinfo: 'Địa chỉ không được chứa tên người dùng hoặc mật khẩu.',
  addressFragment: 'Địa chỉ không được chứa dấu #.',
  addressWildcard: 'Không dùng được dấu *; hãy ghi từng địa chỉ.',
  addressSpelling:
    'Hãy ghi dạng chuẩn: tên miền viết thường, không có khoảng trắng, cổng mặc định hay đoạn /../.',
  addressAnswerName: 'Phần sau dấu ? có một tên mà câu trả lời của VID sử dụng.',
};
