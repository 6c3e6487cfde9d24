export const captcha = {
  'captcha.label': 'Mã bảo vệ',
  'captcha.hint': 'Nhập các ký tự trong hình, không phân biệt chữ hoa và chữ thường.',
  'captcha.image': 'Hình chứa mã bảo vệ',
  'captcha.refresh': 'Đổi hình khác',
  'captcha.refreshed': 'Đã đổi sang hình mới.',
  'captcha.wrong': 'Mã bảo vệ không đúng. Vui lòng nhập mã trong hình mới.',
  'captcha.expired': 'Mã bảo vệ đã hết hạn. Vui lòng nhập mã trong hình mới.',
  'captcha.withoutPicture': 'Xác minh không dùng hình',
  'captcha.whyNow': 'Vui lòng nhập mã bảo vệ để tiếp tục.',
  'captcha.unavailable': 'Chưa tải được hình. Vui lòng thử lại.',
} as const;
