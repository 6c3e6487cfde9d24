export const sso = {
  'sso.waiting': 'Đang kết nối đến {app}…',
  'sso.waitingUnknown': 'Đang kết nối…',
  'sso.done': 'Đăng nhập thành công',
  'sso.closingIn': 'Cửa sổ này sẽ tự đóng sau {seconds} giây.',
  'sso.closeNow': 'Đóng ngay',
  'sso.invalidRequest': 'Yêu cầu xác thực không hợp lệ.',
  'sso.noPermission': 'Bạn không có quyền truy cập nội dung này.',
  'sso.errorCode': 'Mã lỗi: {code}',
  'sso.continueAs': 'Tiếp tục với tên {name}',
  'sso.continueTo': 'Tiếp tục đến {app}',
  'sso.otherAccount': 'Dùng tài khoản khác',
} as const;
