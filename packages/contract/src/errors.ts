/**
 * The closed registry of error codes. In every error response of VID's own API, `message` is one of these keys and
 * `error` is its text in the caller's language, with `{wait}` filled in. `forcesLogout` marks the three codes that make
 * a browser drop its session (specification, clause 8).
 */
export const errorRegistry = {
  VALIDATION_FAILED: {
    status: 400,
    vi: 'Một số thông tin không hợp lệ. Vui lòng kiểm tra lại.',
    en: 'Some of the information isn’t valid. Check it and try again.',
  },
  MALFORMED_REQUEST: {
    status: 400,
    vi: 'Không đọc được yêu cầu. Vui lòng tải lại trang và thử lại.',
    en: 'We couldn’t read the request. Reload the page and try again.',
  },
  NOT_FOUND: {
    status: 404,
    vi: 'Không tìm thấy nội dung này. Có thể nội dung đã bị xóa. Vui lòng quay lại trang trước.',
    en: 'We couldn’t find this. It may have been deleted. Go back to the previous page.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    vi: 'Địa chỉ này không hỗ trợ phương thức đã gọi. Hãy xem tài liệu API.',
    en: 'This address doesn’t support the method of the request. See the API reference.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    vi: 'Dữ liệu gửi lên quá lớn. Vui lòng giảm bớt rồi thử lại.',
    en: 'The request is too large. Send less and try again.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    vi: 'Yêu cầu được gửi quá chậm. Vui lòng kiểm tra kết nối mạng và thử lại.',
    en: 'The request took too long to arrive. Check your connection and try again.',
  },
  URI_TOO_LONG: {
    status: 414,
    vi: 'Địa chỉ này quá dài.',
    en: 'This address is too long.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    vi: 'Tiêu đề của yêu cầu quá lớn.',
    en: 'The request headers are too large.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    vi: 'Kiểu dữ liệu gửi lên không được hỗ trợ. Hãy xem tài liệu API.',
    en: 'This content type isn’t supported. See the API reference.',
  },
  MISDIRECTED_REQUEST: {
    status: 421,
    vi: 'Máy chủ này không phục vụ địa chỉ bạn đang truy cập. Vui lòng kiểm tra lại địa chỉ.',
    en: 'This server doesn’t serve the address you asked for. Check the address.',
  },
  CSRF: {
    status: 403,
    vi: 'Yêu cầu bị từ chối vì không đến từ trang của VID. Vui lòng tải lại trang và thử lại.',
    en: 'We blocked this request because it didn’t come from a VID page. Reload the page and try again.',
  },
  RATE_LIMITED: {
    status: 429,
    vi: 'Bạn thao tác quá nhanh. Vui lòng thử lại sau {wait}.',
    en: 'Too many requests. Try again in {wait}.',
  },
  BUSY: {
    status: 503,
    vi: 'Hệ thống đang bận. Vui lòng thử lại sau vài giây.',
    en: 'The system is busy. Try again in a few seconds.',
  },
  UNAVAILABLE: {
    status: 503,
    vi: 'Hệ thống đang tạm gián đoạn. Vui lòng thử lại sau ít phút.',
    en: 'The service is temporarily unavailable. Try again in a few minutes.',
  },
  MAINTENANCE: {
    status: 503,
    vi: 'Hệ thống đang bảo trì. Vui lòng thử lại sau {wait}.',
    en: 'We’re doing maintenance. Try again in {wait}.',
  },
  INTERNAL: {
    status: 500,
    vi: 'Đã có lỗi từ phía hệ thống. Vui lòng thử lại sau.',
    en: 'Something went wrong on our side. Try again later.',
  },
  TOKEN_MISSING: {
    status: 401,
    forcesLogout: true,
    vi: 'Bạn chưa đăng nhập. Vui lòng đăng nhập để tiếp tục.',
    en: 'You’re not signed in. Sign in to continue.',
  },
  TOKEN_INVALID: {
    status: 401,
    forcesLogout: true,
    vi: 'Phiên đăng nhập đã kết thúc. Vui lòng đăng nhập lại.',
    en: 'Your session has ended. Sign in again.',
  },
  UNKNOWN_VALIDATING_EXCEPTION: {
    status: 401,
    forcesLogout: true,
    vi: 'Không xác minh được yêu cầu. Vui lòng tải lại trang và thử lại. Trình duyệt cần cho phép cookie.',
    en: 'The request couldn’t be verified. Reload the page and try again. Your browser must allow cookies.',
  },
  FORBIDDEN: {
    status: 403,
    vi: 'Bạn không có quyền xem nội dung này.',
    en: 'You don’t have permission to view this content.',
  },
  SESSION_NOT_FOUND: {
    status: 404,
    vi: 'Phiên đăng nhập này không còn tồn tại. Vui lòng tải lại trang.',
    en: 'This session no longer exists. Reload the page.',
  },
  ACCESS_TOKEN_INVALID: {
    status: 401,
    vi: 'Thiếu access token, hoặc token không hợp lệ hay đã hết hạn. Hãy xin token mới.',
    en: 'The access token is missing, invalid or expired. Request a new one.',
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    vi: 'Access token không có quyền (scope) mà lệnh gọi này yêu cầu. Hãy xin token có quyền đó.',
    en: 'The access token doesn’t have the scope that this call needs. Request one that has it.',
  },
  // The change needs a recent re-authentication by POST /vid/ajax/auth/reauthenticate. With `details.acceptsCode`, a
  // code sent to the phone is enough.
  REAUTHENTICATION_REQUIRED: {
    status: 403,
    vi: 'Vui lòng xác nhận danh tính để tiếp tục.',
    en: 'Confirm it’s you to continue.',
  },
  PHONE_INVALID: {
    status: 400,
    vi: 'Vui lòng nhập số di động Việt Nam gồm 10 chữ số.',
    en: 'Enter a Vietnamese mobile number.',
  },
  PHONE_UNSUPPORTED: {
    status: 400,
    vi: 'Không thể gửi mã OTP đến số này. Vui lòng dùng số di động Việt Nam.',
    en: 'We can’t send a code to this number. Use a Vietnamese mobile number.',
  },
  ACCOUNT_EXISTS: {
    status: 409,
    vi: 'Số này đã có tài khoản.',
    en: 'This number already has an account.',
  },
  ACCOUNT_NOT_FOUND: {
    status: 404,
    vi: 'Chưa có tài khoản nào dùng số này.',
    en: 'We couldn’t find an account with this number.',
  },
  ACCOUNT_LOCKED: {
    status: 403,
    vi: 'Tài khoản đang bị khóa. Vui lòng liên hệ Hội để được hỗ trợ.',
    en: 'This account is locked. Contact the association for help.',
  },
  // The owner answered "it wasn't me" to a notice. `details.lockedAt` says when, and `details.opensBy` how the owner
  // unlocks the account: `reset`, `recovery` or `operator`.
  LOCKED_BY_OWNER: {
    status: 403,
    vi: 'Bạn đã khóa tài khoản này. Đặt mật khẩu mới để mở lại.',
    en: 'You locked this account. Set a new password to unlock it.',
  },
  OWN_ACCOUNT: {
    status: 409,
    vi: 'Quản trị viên không thể làm việc này với chính tài khoản của mình. Hãy nhờ một quản trị viên khác.',
    en: 'Administrators can’t do this to their own account. Ask another administrator.',
  },
  LAST_ADMIN: {
    status: 409,
    vi: 'Hội phải còn ít nhất một quản trị viên đăng nhập được. Hãy cấp quyền quản trị cho một người khác trước.',
    en: 'At least one administrator must be able to sign in. Make someone else an administrator first.',
  },
  PARAMS_CHANGED: {
    status: 409,
    vi: 'Một quản trị viên khác vừa thay đổi mục này. Hãy xem thay đổi đó trước khi lưu.',
    en: 'Another administrator has just changed this. Check that change before you save.',
  },
  // The record changed after the administrator read it.
  RECORD_CHANGED: {
    status: 409,
    vi: 'Dữ liệu đã thay đổi từ khi bạn mở trang này. Hãy xem lại trước khi quyết định.',
    en: 'This has changed since you opened it. Check it again before you decide.',
  },
  CONTRAST_TOO_LOW: {
    status: 400,
    vi: 'Màu này khó đọc. Hãy chọn màu có độ tương phản cao hơn.',
    en: 'This colour is hard to read. Choose one with more contrast.',
  },
  // The change needs a password, which the account does not have.
  NO_PASSWORD: {
    status: 409,
    vi: 'Tài khoản này chưa đặt mật khẩu. Hãy đề nghị hội viên đặt mật khẩu trước.',
    en: 'This account has no password. Ask the member to set one first.',
  },
  // The account already has the role to grant, or does not have the role to withdraw.
  ROLE_UNCHANGED: {
    status: 409,
    vi: 'Quyền của tài khoản này đã được thay đổi trước đó. Vui lòng tải lại trang.',
    en: 'This account’s role has already been changed. Reload the page.',
  },
  // APPROVAL_EXISTS: the same change already waits for a second administrator. APPROVAL_OWN: administrators cannot
  // confirm their own requests. APPROVAL_CLOSED: the approval expired or was decided.
  APPROVAL_EXISTS: {
    status: 409,
    vi: 'Đề nghị này đã có và đang chờ một quản trị viên khác xác nhận.',
    en: 'This request has already been made and is waiting for another administrator.',
  },
  APPROVAL_OWN: {
    status: 409,
    vi: 'Bạn đã gửi đề nghị này nên cần một quản trị viên khác xác nhận.',
    en: 'You made this request, so another administrator has to confirm it.',
  },
  APPROVAL_CLOSED: {
    status: 409,
    vi: 'Đề nghị này đã hết hạn hoặc đã được xử lý. Vui lòng tải lại trang.',
    en: 'This request has expired or has already been decided. Reload the page.',
  },
  // The number of matches differs from the number that the caller confirmed. `details.count` is the current
  // number, as text.
  BULK_COUNT_CHANGED: {
    status: 409,
    vi: 'Số mục khớp đã thay đổi từ khi bạn chọn. Vui lòng xem lại con số mới rồi xác nhận.',
    en: 'The number of matches has changed since you selected them. Check the new number and confirm again.',
  },
  BULK_RUNNING: {
    status: 409,
    vi: 'Còn một lần thay đổi hàng loạt đang chạy. Hãy chờ hoặc dừng lần đó trước.',
    en: 'A bulk change is still running. Wait for it, or stop it first.',
  },
  BULK_TOO_MANY: {
    status: 409,
    vi: 'Mỗi lần thay đổi được tối đa 50.000 mục. Hãy lọc bớt rồi chọn lại.',
    en: 'One change can cover up to 50,000 entries. Narrow the filter and select again.',
  },
  // The bulk change has already ended, or can no longer be undone.
  BULK_STATE: {
    status: 409,
    vi: 'Lần thay đổi này đã kết thúc hoặc đã quá hạn hoàn tác. Vui lòng tải lại trang.',
    en: 'This change has already ended, or it’s too late to undo it. Reload the page.',
  },
  // IMPORT_STATE: the status of the import does not allow the call. IMPORT_UNREADABLE: the file cannot be read.
  IMPORT_STATE: {
    status: 409,
    vi: 'Lần nhập này đã sang bước khác. Vui lòng tải lại trang.',
    en: 'The import has moved on. Reload the page to see its state.',
  },
  IMPORT_UNREADABLE: {
    status: 400,
    vi: 'Không đọc được tệp. Hãy kiểm tra định dạng và kích thước của tệp.',
    en: 'The file can’t be read. Check its format and size.',
  },
  // An administrator may run one export at a time and keep at most five files.
  EXPORT_LIMIT: {
    status: 409,
    vi: 'Bạn còn một lần xuất chưa xong hoặc đã có đủ 5 tệp. Hãy chờ, hoặc xóa bớt tệp.',
    en: 'One of your exports is still running, or you already have 5 files. Wait, or delete a file.',
  },
  ROLE_EXISTS: {
    status: 409,
    vi: 'Ứng dụng đã có vai trò với mã này. Hãy chọn mã khác.',
    en: 'The app already has a role with this code. Choose another code.',
  },
  ROLE_IN_USE: {
    status: 409,
    vi: 'Vai trò này đang có người giữ. Hãy chọn vai trò khác cho họ trước khi xóa.',
    en: 'People have this role. Choose another role for them before you delete it.',
  },
  ROLE_NOT_FOUND: {
    status: 409,
    vi: 'Ứng dụng không còn vai trò này. Hãy tải lại trang và chọn lại.',
    en: 'The app no longer has this role. Reload the page and choose again.',
  },
  ROLE_LIMIT: {
    status: 409,
    vi: 'Ứng dụng đã có đủ số vai trò cho phép. Hãy xóa một vai trò không dùng nữa trước khi thêm.',
    en: 'The app has the maximum number of roles. Delete one that’s no longer used, then add this one.',
  },
  CLIENT_LIMIT: {
    status: 409,
    vi: 'Ứng dụng đã có đủ số kết nối cho phép. Hãy xóa một kết nối không dùng nữa trước khi thêm.',
    en: 'The app has the maximum number of clients. Delete one that’s no longer used, then add this one.',
  },
  MANAGER_LIMIT: {
    status: 409,
    vi: 'Ứng dụng đã có đủ số người quản lý cho phép. Hãy gỡ bớt một người trước khi thêm.',
    en: 'The app has the maximum number of managers. Remove one, then add this person.',
  },
  // An application or the association has the maximum number of webhooks.
  WEBHOOK_LIMIT: {
    status: 409,
    vi: 'Đã có đủ số webhook cho phép. Hãy xóa một webhook không dùng nữa trước khi thêm.',
    en: 'You have the maximum number of webhooks. Delete one that’s no longer used, then add this one.',
  },
  CAPTCHA_REQUIRED: {
    status: 400,
    vi: 'Vui lòng nhập mã trong hình để tiếp tục.',
    en: 'Type the picture code to continue.',
  },
  CAPTCHA_INVALID: {
    status: 400,
    vi: 'Mã trong hình không đúng hoặc đã hết hạn. Vui lòng nhập mã mới.',
    en: 'The picture code is incorrect or has expired. Type the code in the new picture.',
  },
  CAPTCHA_RATE: {
    status: 429,
    vi: 'Có quá nhiều yêu cầu mã trong hình. Vui lòng thử lại sau {wait}.',
    en: 'Too many picture codes were requested. Try again in {wait}.',
  },
  OTP_INVALID: {
    status: 400,
    vi: 'Mã OTP không đúng hoặc đã hết hạn. Vui lòng kiểm tra lại hoặc yêu cầu mã mới.',
    en: 'The code is incorrect or has expired. Check it or request a new code.',
  },
  OTP_LOCKED: {
    status: 429,
    vi: 'Bạn đã nhập sai mã OTP quá nhiều lần. Vui lòng yêu cầu mã mới.',
    en: 'Too many incorrect codes. Request a new code.',
  },
  OTP_RATE: {
    status: 429,
    vi: 'Có quá nhiều yêu cầu gửi mã OTP. Vui lòng thử lại sau {wait}.',
    en: 'Too many codes were requested. Try again in {wait}.',
  },
  OTP_TOKEN_INVALID: {
    status: 400,
    vi: 'Bạn cần xác minh lại số điện thoại. Vui lòng yêu cầu mã mới.',
    en: 'You need to verify your phone number again. Request a new code.',
  },
  OTP_REQUIRED: {
    status: 403,
    vi: 'Mật khẩu đã bị nhập sai quá nhiều lần. Vui lòng đăng nhập bằng mã OTP.',
    en: 'Too many incorrect passwords were entered for this number. Sign in with a one-time code.',
  },
  SMS_UNAVAILABLE: {
    status: 503,
    vi: 'Hiện mã OTP chưa gửi được hoặc đến chậm. Vui lòng thử lại sau ít phút. Để đăng nhập ngay, bạn có thể dùng mật khẩu, passkey, mã QR hoặc mạng xã hội.',
    en: 'Codes can’t be sent at the moment, or arrive late. Try again in a few minutes. To sign in now, use your password, a passkey, a QR code or a social account.',
  },
  QR_NOT_FOUND: {
    status: 404,
    vi: 'Mã QR này không còn dùng được. Vui lòng tạo mã mới.',
    en: 'This QR code can no longer be used. Get a new one.',
  },
  QR_EXPIRED: {
    status: 400,
    vi: 'Mã QR đã hết hạn. Vui lòng tạo mã mới.',
    en: 'The QR code has expired. Get a new one.',
  },
  QR_NOT_APPROVED: {
    status: 400,
    vi: 'Yêu cầu đăng nhập này chưa được đồng ý trên điện thoại. Hãy đồng ý trên điện thoại trước.',
    en: 'This sign-in hasn’t been approved on a phone. Approve it on the phone first.',
  },
  // The QR sign-in request was already approved, denied or used.
  QR_DECIDED: {
    status: 400,
    vi: 'Yêu cầu đăng nhập này đã được xử lý. Vui lòng tạo mã QR mới nếu cần.',
    en: 'This sign-in request has already been decided. Get a new QR code if you need one.',
  },
  QR_NUMBER_WRONG: {
    status: 400,
    vi: 'Số bạn chọn không khớp với số trên màn hình kia, nên yêu cầu đăng nhập đã bị từ chối để bảo vệ tài khoản. Vui lòng tạo mã mới nếu vẫn muốn đăng nhập.',
    en: 'The number didn’t match the other screen, so we denied the sign-in to protect your account. Get a new code to try again.',
  },
  // Another member was the first to scan the code.
  QR_FORBIDDEN: {
    status: 403,
    vi: 'Một tài khoản khác đã quét mã QR này trước. Vui lòng tạo mã mới.',
    en: 'Another account scanned this QR code first. Get a new one.',
  },
  AUTH_FAILED: {
    status: 401,
    vi: 'Số điện thoại hoặc mật khẩu không đúng. Hãy thử lại, hoặc đăng nhập bằng mã OTP.',
    en: 'The phone number or password is incorrect. Try again, or sign in with a one-time code.',
  },
  AUTH_THROTTLED: {
    status: 429,
    vi: 'Mật khẩu đã bị nhập sai quá nhiều lần. Vui lòng thử lại sau {wait} hoặc dùng mã OTP.',
    en: 'Too many incorrect passwords. Try again in {wait}, or use a one-time code.',
  },
  PASSWORD_POLICY: {
    status: 400,
    vi: 'Dùng ít nhất 8 ký tự, gồm chữ thường, chữ hoa, chữ số và ký tự đặc biệt.',
    en: 'Use 8 or more characters, with lowercase and uppercase letters, numbers and special characters.',
  },
  PASSWORD_COMMON: {
    status: 400,
    vi: 'Mật khẩu này quá phổ biến, dễ bị đoán. Vui lòng chọn mật khẩu khác.',
    en: 'This password is too common and easy to guess. Choose another.',
  },
  PASSWORD_CONTAINS_PHONE: {
    status: 400,
    vi: 'Mật khẩu không được chứa số điện thoại của bạn. Vui lòng chọn mật khẩu khác.',
    en: 'The password must not contain your phone number. Choose another.',
  },
  PASSWORD_REUSED: {
    status: 400,
    vi: 'Mật khẩu mới phải khác mật khẩu hiện tại.',
    en: 'The new password must be different from the current one.',
  },
  PASSWORD_EXISTS: {
    status: 409,
    vi: 'Tài khoản đã có mật khẩu. Vui lòng tải lại trang để đổi mật khẩu.',
    en: 'The account already has a password. Reload the page to change it.',
  },
  CURRENT_PASSWORD_WRONG: {
    status: 400,
    vi: 'Mật khẩu hiện tại không đúng. Vui lòng nhập lại.',
    en: 'The current password is incorrect. Try again.',
  },
  RESET_BY_OPERATOR: {
    status: 403,
    vi: 'Không thể đặt lại mật khẩu quản trị viên chỉ bằng mã OTP. Vui lòng liên hệ người vận hành hệ thống.',
    en: 'An administrator’s password can’t be reset with a code alone. Contact the system operator.',
  },
  RESET_BY_MEMBER: {
    status: 403,
    vi: 'Không thể đặt lại mật khẩu thay hội viên. Hội viên cần tự đặt lại bằng mã OTP.',
    en: 'You can’t reset a member’s password. Members must reset it themselves with a one-time code.',
  },
  // The proof is correct, but the account needs a second factor. `details.missing` is `code` or `password`.
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    vi: 'Quản trị viên cần đăng nhập bằng cả mật khẩu và mã OTP, hoặc bằng passkey.',
    en: 'Administrators must sign in with both their password and a one-time code, or with a passkey.',
  },
  // The proof is correct, but only a passkey completes the sign-in of an administrator who has a passkey and no
  // authenticator app.
  PASSKEY_REQUIRED: {
    status: 403,
    vi: 'Tài khoản quản trị này cần đăng nhập bằng passkey.',
    en: 'This administrator must sign in with a passkey.',
  },
  MFA_TOKEN_INVALID: {
    status: 400,
    vi: 'Bước xác minh đã hết hạn. Vui lòng đăng nhập lại.',
    en: 'This step has expired. Sign in again.',
  },
  TWO_STEP_CODE_INVALID: {
    status: 400,
    vi: 'Mã không đúng hoặc đã được dùng. Vui lòng kiểm tra lại.',
    en: 'The code is incorrect or has already been used. Check it and try again.',
  },
  TWO_STEP_THROTTLED: {
    status: 429,
    vi: 'Mã xác minh đã bị nhập sai quá nhiều lần. Vui lòng thử lại sau {wait} hoặc dùng mã khôi phục.',
    en: 'Too many incorrect authentication codes. Try again in {wait}, or use a recovery code.',
  },
  TWO_STEP_SETUP_EXPIRED: {
    status: 400,
    vi: 'Mã QR đã hết hạn. Vui lòng thiết lập lại từ đầu.',
    en: 'The QR code has expired. Start again.',
  },
  TWO_STEP_OFF: {
    status: 409,
    vi: 'Tài khoản chưa bật xác minh hai bước. Vui lòng bật trước.',
    en: 'Two-step sign-in is off. Turn it on first.',
  },
  // TWO_STEP_SETUP_REQUIRED: the administrator has neither an authenticator app nor a passkey. TWO_STEP_REQUIRED: the
  // administrator would have neither after the change.
  TWO_STEP_SETUP_REQUIRED: {
    status: 403,
    vi: 'Quản trị viên cần bật xác minh hai bước hoặc thêm passkey trước khi dùng chức năng này.',
    en: 'Administrators must turn on two-step sign-in or add a passkey before they can use this.',
  },
  TWO_STEP_REQUIRED: {
    status: 403,
    vi: 'Quản trị viên luôn phải có ứng dụng xác thực hoặc passkey. Hãy thêm một cách khác trước khi bỏ cách này.',
    en: 'Administrators must always have an authenticator app or a passkey. Add another one before you remove this one.',
  },
  SOCIAL_INVALID: {
    status: 401,
    vi: 'Không xác minh được tài khoản mạng xã hội. Vui lòng thử lại.',
    en: 'The social account couldn’t be verified. Try again.',
  },
  SOCIAL_UNAVAILABLE: {
    status: 503,
    vi: 'Dịch vụ bạn chọn đang không phản hồi. Vui lòng thử lại sau ít phút hoặc đăng nhập bằng cách khác.',
    en: 'The service you chose isn’t responding. Try again in a few minutes or sign in another way.',
  },
  SOCIAL_DISABLED: {
    status: 403,
    vi: 'Cách đăng nhập này hiện không dùng được. Vui lòng đăng nhập bằng cách khác.',
    en: 'This way of signing in isn’t available. Sign in another way.',
  },
  SOCIAL_SIGN_UP_EXPIRED: {
    status: 400,
    vi: 'Bước đăng ký này đã hết hạn. Vui lòng bắt đầu lại.',
    en: 'This step has expired. Start again.',
  },
  // The social identity belongs to another account, or the account has another identity of the provider.
  SOCIAL_TAKEN: {
    status: 409,
    vi: 'Tài khoản mạng xã hội này hoặc tài khoản VID của bạn đã có liên kết khác. Hãy hủy liên kết đó trước.',
    en: 'This social account, or your VID account, is already linked to another one. Unlink that one first.',
  },
  SOCIAL_NOT_LINKED: {
    status: 404,
    vi: 'Tài khoản này không còn được liên kết. Vui lòng tải lại trang.',
    en: 'This account is no longer linked. Reload the page.',
  },
  PASSKEY_INVALID: {
    status: 400,
    vi: 'Không xác minh được passkey. Vui lòng thử lại hoặc chọn cách khác.',
    en: 'The passkey couldn’t be verified. Try again or sign in another way.',
  },
  PASSKEY_UNKNOWN: {
    status: 400,
    vi: 'Passkey này đã bị xóa khỏi tài khoản. Hãy xóa passkey trong trình quản lý mật khẩu rồi đăng nhập bằng cách khác.',
    en: 'This passkey was removed from its account. Delete it from your password manager and sign in another way.',
  },
  PASSKEY_EXISTS: {
    status: 409,
    vi: 'Passkey này đã được thêm. Vui lòng tải lại trang để xem.',
    en: 'This passkey has already been added. Reload the page to see it.',
  },
  PASSKEY_LIMIT: {
    status: 409,
    vi: 'Tài khoản đã có đủ 20 passkey. Vui lòng xóa bớt một passkey không dùng nữa.',
    en: 'Your account already has 20 passkeys. Remove one that you no longer use.',
  },
  PASSKEY_NOT_FOUND: {
    status: 404,
    vi: 'Passkey này không còn tồn tại. Vui lòng tải lại trang.',
    en: 'This passkey no longer exists. Reload the page.',
  },
  // A passkey added after a sign-in by one-time code can sign in at once, but can confirm sensitive changes only later.
  PASSKEY_ON_HOLD: {
    status: 403,
    vi: 'Passkey này mới được thêm nên chưa thể xác nhận thay đổi. Vui lòng dùng mật khẩu.',
    en: 'This passkey is new and can’t confirm this change yet. Use your password.',
  },
  LAST_CREDENTIAL: {
    status: 409,
    vi: 'Đây là cách đăng nhập duy nhất của bạn. Vui lòng đặt mật khẩu trước khi xóa hoặc hủy liên kết.',
    en: 'This is your only way to sign in. Set a password before you remove or unlink it.',
  },
  NOTICE_LINK_INVALID: {
    status: 400,
    vi: 'Liên kết không đúng, đã được dùng hoặc đã hết hạn. Để bảo vệ tài khoản, bạn có thể đặt mật khẩu mới.',
    en: 'This link is invalid, has been used or has expired. To protect your account, you can set a new password.',
  },
  RECOVERY_LINK_INVALID: {
    status: 400,
    vi: 'Liên kết khôi phục không đúng, đã được dùng hoặc đã hết hạn. Vui lòng khôi phục tài khoản từ đầu.',
    en: 'This recovery link is invalid, has been used or has expired. Start the recovery again.',
  },
  RECOVERY_CODE_INVALID: {
    status: 400,
    vi: 'Số điện thoại hoặc mã khôi phục không đúng, hoặc mã đã được dùng. Vui lòng kiểm tra lại.',
    en: 'The phone number or the recovery code is incorrect, or the code has been used. Check them and try again.',
  },
  // The account needs more proof than a code sent to its phone. `details.reason` is `dormant` or `locked`.
  RECOVERY_REQUIRED: {
    status: 403,
    vi: 'Chỉ mã OTP là chưa đủ để vào tài khoản này. Vui lòng dùng mật khẩu hoặc khôi phục tài khoản.',
    en: 'A one-time code isn’t enough for this account. Use its password, or recover the account.',
  },
  RECOVERY_NOT_NEEDED: {
    status: 409,
    vi: 'Tài khoản này không cần khôi phục. Vui lòng đăng nhập.',
    en: 'This account doesn’t need recovery. Sign in instead.',
  },
  // The owner has stopped too many recoveries, a recovery is already open, or the phone is in doubt.
  RECOVERY_STOPPED: {
    status: 409,
    vi: 'Tài khoản này đang có yêu cầu khôi phục, hoặc chủ tài khoản đã hủy nhiều yêu cầu. Vui lòng liên hệ Hội để được hỗ trợ.',
    en: 'A recovery of this account is already open, or its owner has cancelled several. Contact the association for help.',
  },
  // RECOVERY_RUNNING: a recovery begun by support is still open. RECOVERY_NOT_OPEN: there is no recovery to cancel.
  RECOVERY_RUNNING: {
    status: 409,
    vi: 'Tài khoản này đang được khôi phục. Muốn bắt đầu lại, trước hết hãy hủy lần khôi phục này.',
    en: 'This account is already being recovered. To start again, cancel this recovery first.',
  },
  RECOVERY_NOT_OPEN: {
    status: 409,
    vi: 'Không còn lần khôi phục nào để hủy. Vui lòng tải lại trang.',
    en: 'There’s no recovery to cancel any more. Reload the page.',
  },
  // Account recovery by e-mail needs a mail server, and none is configured.
  RECOVERY_UNAVAILABLE: {
    status: 404,
    vi: 'Chưa thể khôi phục bằng email. Vui lòng liên hệ Hội để được hỗ trợ.',
    en: 'Recovery by email isn’t available. Contact the association for help.',
  },
  TERMS_NOT_ACCEPTED: {
    status: 400,
    vi: 'Bạn cần đồng ý với Điều khoản sử dụng và Chính sách bảo mật.',
    en: 'You need to agree to the terms of use and the privacy policy.',
  },
  REFERRAL_INVALID: {
    status: 400,
    vi: 'Mã giới thiệu không tồn tại. Vui lòng kiểm tra lại hoặc để trống.',
    en: 'This referral code doesn’t exist. Check it or leave the field empty.',
  },
  TAX_CODE_INVALID: {
    status: 400,
    vi: 'Mã số thuế không hợp lệ. Vui lòng kiểm tra lại.',
    en: 'This tax code isn’t valid. Check it and try again.',
  },
  AVATAR_INVALID: {
    status: 400,
    vi: 'Không dùng được ảnh này. Vui lòng chọn ảnh JPEG, PNG hoặc WebP, không phải ảnh động.',
    en: 'This picture can’t be used. Choose a JPEG, PNG or WebP picture that isn’t animated.',
  },
  EMAIL_LINK_INVALID: {
    status: 400,
    vi: 'Liên kết xác nhận email không đúng, đã hết hạn hoặc đã được thay bằng liên kết mới hơn. Bạn có thể gửi lại liên kết ở trang Thông tin tài khoản.',
    en: 'This confirmation link is invalid, has expired or was replaced by a newer one. You can send another from the Account information page.',
  },
  // The account's phone was changed, or the account returned to its owner, less than a day ago. A change of the phone
  // is also on hold for a day after the password was replaced.
  CHANGE_ON_HOLD: {
    status: 403,
    vi: 'Tài khoản vừa đổi số, đổi mật khẩu hoặc vừa được khôi phục nên thao tác này bị tạm khóa. Vui lòng thử lại sau {wait}.',
    en: 'The account’s number or password was just changed, or the account was just recovered, so this is locked. Try again in {wait}.',
  },
  // `details.obstacle` has the same values as in `GET /vid/api/privacy/deletion`.
  DELETION_BLOCKED: {
    status: 409,
    vi: 'Hiện chưa thể xóa tài khoản này. Vui lòng xem lý do ở trang Quyền riêng tư.',
    en: 'This account can’t be deleted at the moment. See why on the Privacy page.',
  },
  REQUEST_LIMIT: {
    status: 409,
    vi: 'Bạn đang có quá nhiều yêu cầu chờ trả lời. Vui lòng đợi Hội trả lời hoặc rút bớt yêu cầu.',
    en: 'Too many of your requests are waiting for a reply. Wait for a reply, or withdraw one of them.',
  },
  REDIRECT_INVALID: {
    status: 400,
    vi: 'Địa chỉ chuyển về chưa được đăng ký cho ứng dụng này.',
    en: 'The redirect URI isn’t registered for this app.',
  },
  SSO_INVALID_REQUEST: {
    status: 400,
    vi: 'Yêu cầu đăng nhập của ứng dụng không hợp lệ.',
    en: 'The app’s sign-in request isn’t valid.',
  },
  SSO_NOT_READY: {
    status: 400,
    vi: 'Yêu cầu đăng nhập đã hết hạn. Vui lòng quay lại ứng dụng và thử lại.',
    en: 'The sign-in request has expired. Go back to the app and try again.',
  },
  SSO_REQUEST_EXPIRED: {
    status: 400,
    vi: 'Yêu cầu đăng nhập đã hết hạn. Vui lòng quay lại ứng dụng và thử lại.',
    en: 'The sign-in request has expired. Go back to the app and try again.',
  },
  SSO_REAUTHENTICATE: {
    status: 400,
    vi: 'Ứng dụng yêu cầu bạn đăng nhập lại.',
    en: 'The app requires you to sign in again.',
  },
  SSO_FORBIDDEN: {
    status: 403,
    vi: 'Bạn không có quyền truy cập nội dung này.',
    en: 'You don’t have permission to access this content.',
  },
  CONSENT_REQUIRED: {
    status: 403,
    vi: 'Ứng dụng chỉ được nhận thông tin của bạn sau khi bạn đồng ý.',
    en: 'The app can receive your information only after you agree.',
  },
  PASSWORD_CHANGE_REQUIRED: {
    status: 403,
    vi: 'Vui lòng đổi mật khẩu trước khi tiếp tục.',
    en: 'Change your password before you continue.',
  },
  // The account must agree to a new version of the terms of use or the privacy policy.
  AGREEMENT_REQUIRED: {
    status: 403,
    vi: 'Vui lòng đồng ý với phiên bản mới của điều khoản sử dụng và chính sách bảo mật trước khi tiếp tục.',
    en: 'Agree to the new version of the terms of use and the privacy policy before you continue.',
  },
  // The deletion of the account was requested, and the member has not decided since this sign-in whether to keep it.
  DELETION_PENDING: {
    status: 403,
    vi: 'Tài khoản này sắp bị xóa theo yêu cầu. Hãy chọn giữ tài khoản trước khi tiếp tục.',
    en: 'This account is about to be deleted, as requested. Choose to keep it before you continue.',
  },
  // The client requires a name, which the account does not have.
  NAME_REQUIRED: {
    status: 403,
    vi: 'Vui lòng bổ sung tên trong thông tin tài khoản trước khi tiếp tục.',
    en: 'Add your name to your account information before you continue.',
  },
  // The client requires a confirmed e-mail address, which the account does not have.
  EMAIL_REQUIRED: {
    status: 403,
    vi: 'Vui lòng xác nhận địa chỉ email của tài khoản trước khi tiếp tục.',
    en: 'Confirm the email address of your account before you continue.',
  },
  // The page showed an outdated version of a document or request, or does not say which version it showed.
  PAGE_OUTDATED: {
    status: 409,
    vi: 'Trang này đã cũ. Vui lòng tải lại trang và thử lại.',
    en: 'This page is out of date. Reload it and try again.',
  },
  DEVICE_CODE_INVALID: {
    status: 400,
    vi: 'Mã thiết bị không đúng hoặc đã hết hạn. Vui lòng kiểm tra mã trên thiết bị.',
    en: 'The device code is incorrect or has expired. Check the code on the device.',
  },
  DEVICE_CODE_RATE: {
    status: 429,
    vi: 'Bạn đã nhập sai mã thiết bị quá nhiều lần. Vui lòng thử lại sau {wait}.',
    en: 'Too many incorrect device codes. Try again in {wait}.',
  },
} as const satisfies Record<string, { status: number; forcesLogout?: true; vi: string; en: string }>;

export type ErrorCode = keyof typeof errorRegistry;

export function forcesLogout(code: string): boolean {
  return code === 'TOKEN_MISSING' || code === 'TOKEN_INVALID' || code === 'UNKNOWN_VALIDATING_EXCEPTION';
}

/** Body of every error response of VID's own API. `error` and the texts of `fields` are in the caller's language. */
export type ErrorBody = {
  error: string;
  message: ErrorCode;
  fields?: Record<string, string>;
  /** Values that a client may show, such as `attemptsLeft` or `retryAfterSeconds`. */
  details?: Record<string, number | boolean | string>;
  requestId: string;
};
