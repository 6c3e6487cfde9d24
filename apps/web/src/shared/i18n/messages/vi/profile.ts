export const profile = {
  'profile.email.confirmed': 'Đã xác nhận',
  'profile.email.waiting': 'Chưa xác nhận',
  'profile.email.open': 'Hãy mở liên kết mà VID đã gửi đến địa chỉ này. Liên kết có hiệu lực trong 24 giờ.',
  'profile.email.send': 'Gửi lại liên kết',
  'profile.email.sent': 'Đã gửi liên kết xác nhận. Vui lòng kiểm tra hộp thư, kể cả thư rác.',
  'profile.confirmEmail.title': 'Xác nhận địa chỉ email',
  'profile.confirmEmail.lead':
    'Địa chỉ này sẽ nhận thông báo bảo mật và giúp bạn khôi phục tài khoản khi mất điện thoại.',
  'profile.confirmEmail.action': 'Xác nhận email',
  'profile.confirmEmail.done': 'Đã xác nhận email',
  'profile.confirmEmail.done.text': 'Từ nay, thông báo bảo mật của tài khoản sẽ được gửi đến {email}.',
  'profile.confirmEmail.invalid':
    'Liên kết không đúng, đã hết hạn hoặc đã được thay bằng liên kết mới. Bạn có thể gửi lại ở trang thông tin tài khoản.',
  'profile.link.invalid': 'Liên kết không dùng được',
  'profile.link.account': 'Về trang thông tin tài khoản',
} as const;
