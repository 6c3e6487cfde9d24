export const adminMessages = {
  'admin.messages.lead':
    'Nhà cung cấp SMS chỉ gửi nội dung đã đăng ký cho brandname. Hãy đăng ký nội dung mới trước, rồi mới sửa ở đây. Thay đổi có hiệu lực ngay.',
  'admin.messages.group.code.lead':
    'Mục đích nào chưa có nội dung riêng thì dùng nội dung của “Mọi mục đích”.',
  'admin.messages.group.sms.lead': 'Gửi đến số điện thoại của hội viên. Liên kết luôn có trong tin.',
  'admin.messages.group.subject.lead': 'Dùng chung cho các email cùng loại.',
  'admin.messages.group.mail.lead':
    'Cho biết việc gì đã xảy ra. VID tự thêm thời gian, thiết bị, địa điểm và đoạn cuối.',
  'admin.messages.group.action.lead': 'Cho biết liên kết dùng để làm gì.',
  'admin.messages.show': 'Xem {count} nội dung',
  'admin.messages.changed': 'Đã sửa',
  'admin.messages.edit': 'Sửa',
  'admin.messages.edit.of': 'Sửa: {text}',
  'admin.messages.text.lead': 'Để trống thì dùng lại nội dung có sẵn.',
  'admin.messages.required': '(bắt buộc)',
  'admin.messages.placeholder.code': 'Mã OTP',
  'admin.messages.placeholder.name': 'Tên ngắn của Hội; “VID” nếu chưa đặt tên',
  'admin.messages.placeholder.purpose': 'Mục đích của mã, như “dang nhap”',
  'admin.messages.placeholder.minutes': 'Số phút mã có hiệu lực',
  'admin.messages.placeholder.host': 'Tên miền của VID',
  'admin.messages.placeholder.link': 'Liên kết',
  'admin.messages.placeholder.origin': 'Thiết bị, địa điểm và giờ, nếu không làm tốn thêm tin',
  'admin.messages.placeholder.count': 'Số thay đổi được gộp',
  'admin.messages.placeholder.phone': 'Số điện thoại, đã che bớt',
  'admin.messages.problem.missing': 'Còn thiếu {placeholder}.',
  'admin.messages.problem.unknown': 'Không dùng được {placeholder} ở đây.',
  'admin.messages.problem.digits':
    'Không được có bốn chữ số liền nhau, vì điện thoại có thể nhận nhầm là mã OTP.',
  'admin.messages.problem.lines': 'Tiêu đề chỉ được có một dòng.',
  'admin.messages.size.gsm7': 'Không dấu (GSM-7): {length} ký tự, tính tiền {parts} tin.',
  'admin.messages.size.ucs2':
    'Có dấu hoặc ký tự đặc biệt (UCS-2): {length} ký tự, mỗi tin chỉ được 70, tính tiền {parts} tin.',
  'admin.messages.noBrowserLine':
    'Dòng cuối không phải là {line}. Trình duyệt sẽ không tự điền mã, và có thể điền mã vào trang giả mạo.',
  'admin.messages.carriers': 'Nội dung riêng theo nhà mạng',
  'admin.messages.carriers.lead':
    'Chỉ cần khi một nhà mạng đòi nội dung khác. Để trống thì dùng nội dung chung. Nhà mạng được đoán theo đầu số.',
  'admin.messages.zns.template.hint': 'Để trống thì dùng mẫu trong cài đặt của máy chủ.',
  'admin.messages.zns.templateInvalid': 'Mã mẫu chỉ gồm chữ số.',
  'admin.messages.zns.noTemplate': 'Hãy nhập mã mẫu, hoặc bỏ các tham số.',
  'admin.messages.zns.noCode': 'Cần một tham số có giá trị {code} trong cả hai ngôn ngữ.',
  'admin.messages.zns.nameInvalid':
    'Vui lòng nhập tên gồm chữ không dấu, chữ số hoặc dấu gạch dưới, không trùng tham số khác.',
  'admin.messages.zns.name': 'Tên tham số',
  'admin.messages.zns.value': 'Giá trị',
  'admin.messages.zns.value.hint': 'Có thể chèn {placeholders}.',
  'admin.messages.zns.add': 'Thêm tham số',
  'admin.messages.zns.remove': 'Bỏ tham số cuối',
} as const;
