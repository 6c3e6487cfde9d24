export const adminSms = {
  'admin.sms': 'Kênh SMS',
  'admin.sms.failed': 'Không tải được tình trạng kênh SMS.',
  'admin.sms.health.idle': 'Chưa gửi tin nhắn nào trong 15 phút qua.',
  'admin.sms.health.working':
    'Hoạt động bình thường: cổng SMS trả lời sau {seconds} giây, nhận {accepted} tin trong 15 phút qua.',
  'admin.sms.health.slow': 'Cổng SMS trả lời chậm: trung bình {seconds} giây mỗi tin trong 15 phút qua.',
  'admin.sms.health.refusing': 'Cổng SMS đang lỗi: {failed} trên {all} tin trong 15 phút qua không gửi được.',
  'admin.sms.badge.idle': 'Chưa có tin',
  'admin.sms.badge.working': 'Bình thường',
  'admin.sms.badge.slow': 'Chậm',
  'admin.sms.badge.refusing': 'Đang lỗi',
  'admin.sms.badge.open': 'Đang ngừng gửi',
  'admin.sms.hour': 'Một giờ qua: đã gửi {sent} mã, {verified} mã được nhập đúng ({percent}).',
  'admin.sms.hour.none': 'Một giờ qua chưa gửi mã nào.',
  'admin.sms.breaker.auto':
    'Mọi số điện thoại đều nhận được mã. Nếu quá ít mã được nhập, hệ thống tự ngừng gửi cho số chưa có tài khoản.',
  'admin.sms.breaker.tripped':
    'Hệ thống đã tự ngừng gửi mã cho số chưa có tài khoản từ {time}, vì chỉ {verified} trên {sent} mã gần nhất được nhập.',
  'admin.sms.breaker.heldOpen': '{name} đã ngừng gửi mã cho số chưa có tài khoản từ {time}, đến {until}.',
  'admin.sms.breaker.heldClosed':
    '{name} đã cho gửi mã đến mọi số từ {time}, đến {until}, dù có ít mã được nhập.',
  'admin.sms.breaker.reason': 'Lý do: {reason}',
  'admin.sms.breaker.others': 'Đăng nhập bằng mật khẩu, passkey và mạng xã hội không bị ảnh hưởng.',
  'admin.sms.breaker.open': 'Ngừng gửi cho người lạ',
  'admin.sms.breaker.open.title': 'Ngừng gửi mã cho số chưa có tài khoản?',
  'admin.sms.breaker.open.text':
    'Người mới không đăng ký được cho đến khi hết thời gian bạn chọn hoặc bạn để hệ thống tự quyết định. Số đã có tài khoản không bị ảnh hưởng, trừ khi máy chủ được đặt ở chế độ không cho biết số nào đã có tài khoản.',
  'admin.sms.breaker.closed': 'Vẫn gửi cho mọi số',
  'admin.sms.breaker.closed.title': 'Gửi mã cho mọi số dù ít mã được nhập?',
  'admin.sms.breaker.closed.text':
    'Trong thời gian bạn chọn, hệ thống không tự ngừng gửi mã khi bị lợi dụng. Các giới hạn khác vẫn còn. Mỗi tin nhắn đều tốn tiền.',
  'admin.sms.breaker.release': 'Để hệ thống tự quyết định',
  'admin.sms.breaker.release.title': 'Để hệ thống tự quyết định?',
  'admin.sms.breaker.release.text': 'Hệ thống ngừng gửi khi quá ít mã được nhập, và tự gửi lại sau đó.',
  'admin.sms.breaker.minutes': 'Trong',
  'admin.sms.breaker.minutes.15': '15 phút',
  'admin.sms.breaker.minutes.60': '1 giờ',
  'admin.sms.breaker.minutes.240': '4 giờ',
  'admin.sms.breaker.minutes.1440': '24 giờ',
  'admin.sms.breaker.done': 'Đã đổi cách gửi mã.',
} as const;
