/** The page that opens the administration to a new administrator. */
export const start = {
  'start.title': 'Mở khu vực quản trị',
  'start.lead':
    'Tài khoản quản trị cần thêm một lớp bảo vệ. Nếu phải dừng, lần sau bạn làm tiếp từ bước này.',
  'start.done': 'Đã xong:',
  'start.now': 'Đang làm:',
  'start.next': 'Tiếp theo:',
  'start.step.code': 'Mã OTP gửi đến điện thoại',
  'start.step.newPassword': 'Mật khẩu mới',
  'start.step.agree': 'Điều khoản và chính sách',
  'start.step.app': 'Ứng dụng xác thực',
  'start.step.codes': 'Mã khôi phục',
  'start.step.open': 'Vào khu vực quản trị',
  'start.code.lead': 'Mật khẩu đúng. Tiếp theo, Hội gửi mã OTP đến {phone}.',
  'start.app.lead':
    'Ứng dụng trên điện thoại tạo ra một mã, mà bạn nhập sau mật khẩu mỗi lần đăng nhập. Người lấy được mật khẩu hoặc SIM của bạn vẫn không vào được.',
  'start.app.passkey': 'Dùng passkey thay cho ứng dụng',
  'start.app.passkey.text':
    'Passkey dùng vân tay, khuôn mặt hoặc mã khóa của thiết bị này. Bạn chỉ đăng nhập được ở nơi có passkey.',
  'start.codes.lost':
    'Mã khôi phục chỉ hiển thị một lần, và bạn chưa xác nhận đã lưu. Nếu chưa lưu, hãy tạo mã mới; các mã cũ sẽ không dùng được nữa.',
  'start.open.title': 'Khu vực quản trị đã mở',
  'start.open.lead': 'Tài khoản đã đủ các lớp bảo vệ. Bạn có thể bắt đầu làm việc.',
  'start.open.action': 'Đến trang quản trị',
  'start.open.next': 'Ba việc nên làm tiếp',
  'start.open.import': 'Nhập danh sách hội viên',
  'start.open.import.text': 'Từ tệp Excel hoặc CSV, có xem trước từng dòng.',
  'start.open.application': 'Đăng ký ứng dụng',
  'start.open.application.text': 'Để hội viên đăng nhập ứng dụng bằng tài khoản này.',
  'start.open.administrator': 'Mời quản trị viên khác',
  'start.open.administrator.text':
    'Một số thay đổi cần hai quản trị viên. Người vận hành tạo người thứ hai; từ đó, bạn đề nghị cấp quyền ở trang của hội viên.',
} as const;
