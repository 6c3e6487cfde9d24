export const password = {
  'account.password.title': 'Đổi mật khẩu',
  'account.password.lead': 'Các thiết bị khác sẽ bị đăng xuất.',
  'account.password.set': 'Đặt mật khẩu',
  'account.password.set.lead':
    'Có mật khẩu, bạn đăng nhập được cả khi không nhận được mã OTP. Sau khi đặt, bạn sẽ bị đăng xuất khỏi các thiết bị khác.',
  'account.password.set.done': 'Đã đặt mật khẩu',
  'account.password.current': 'Mật khẩu hiện tại',
  'account.password.new': 'Mật khẩu mới',
  'account.password.confirm': 'Nhập lại mật khẩu mới',
  'account.password.ended': 'Đã đăng xuất khỏi các thiết bị khác. Thiết bị này vẫn đang đăng nhập.',
  'account.password.done': 'Đã đổi mật khẩu',
  'account.password.confirm.required': 'Vui lòng nhập lại mật khẩu mới.',
  'account.password.review': 'Xem các thiết bị đang đăng nhập',
  'account.password.others': 'Cũng đang dùng cho tài khoản này',
  'account.password.others.lead': 'Nếu có mục nào không phải do bạn thêm, hãy xóa ngay.',
  'account.password.others.passkey': 'Passkey: {name}',
  'account.password.others.app': 'Ứng dụng xác thực',
  'account.password.others.addedAt': 'Thêm lúc {time}',
  'account.password.forgot': 'Quên mật khẩu hiện tại?',
  'account.password.forgotText':
    'Đặt mật khẩu mới bằng mã OTP gửi đến số điện thoại của bạn. Sau đó, bạn sẽ phải đăng nhập lại trên mọi thiết bị.',
  'account.password.forgot.action': 'Đặt lại bằng mã OTP',
  'account.password.forgotText.admin': 'Vui lòng liên hệ người vận hành hệ thống để đặt lại mật khẩu.',
  'account.password.maybeChanged':
    'Mật khẩu hiện tại không đúng. Có thể mật khẩu mới đã được lưu ở lần trước, dù trang chưa kịp báo. Hãy thử nhập mật khẩu mới vào ô này.',
} as const;
