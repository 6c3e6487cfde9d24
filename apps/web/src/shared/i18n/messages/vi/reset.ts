export const reset = {
  'reset.title': 'Quên mật khẩu',
  'reset.lead': 'Nhập số điện thoại đã đăng ký để nhận mã OTP.',
  'reset.submit': 'Gửi mã OTP',
  'reset.signUpWithThis': 'Tạo tài khoản bằng số này',
  'reset.input.title': 'Đặt mật khẩu mới',
  'reset.input.lead': 'Sau khi đổi mật khẩu, tài khoản sẽ bị đăng xuất khỏi mọi thiết bị đang đăng nhập.',
  'reset.input.password': 'Mật khẩu mới',
  'reset.input.confirm': 'Nhập lại mật khẩu mới',
  'reset.input.submit': 'Đổi mật khẩu',
  'reset.backToSignIn': 'Quay lại đăng nhập',
  'reset.forced.title': 'Bạn cần đổi mật khẩu',
  'reset.forced.lead': 'Quản trị viên đã đặt lại mật khẩu của bạn. Vui lòng đặt mật khẩu mới để tiếp tục.',
} as const;
