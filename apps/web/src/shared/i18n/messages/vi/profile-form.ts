export const profileForm = {
  'profile.confirmEmail.title': 'Xác nhận địa chỉ email',
  'profile.confirmEmail.lead':
    'Địa chỉ này sẽ nhận thông báo bảo mật và giúp bạn khôi phục tài khoản khi mất điện thoại.',
  'profile.confirmEmail.action': 'Xác nhận email',
  'profile.confirmEmail.done': 'Đã xác nhận email',
  'profile.confirmEmail.done.text':
    'Từ nay, thông báo bảo mật của tài khoản sẽ được gửi đến {email}. Nếu bạn đang đăng nhập vào một ứng dụng, hãy quay lại trang đó; trang sẽ tự tiếp tục.',
  'profile.confirmEmail.invalid':
    'Liên kết không đúng, đã hết hạn hoặc đã được thay bằng liên kết mới. Bạn có thể gửi lại liên kết ở trang Thông tin tài khoản.',
  'profile.return.title': 'Bạn đã lấy lại tài khoản',
  'profile.return.lead':
    'Lúc {time}, các thay đổi sau đã bị gỡ hoặc hoàn tác, vì có thể không phải do bạn làm.',
  'profile.return.nothing': 'Không có gì cần gỡ.',
  'profile.return.passkey': 'Passkey',
  'profile.return.authenticator-app': 'Ứng dụng xác thực và mã khôi phục',
  'profile.return.identity': 'Tài khoản mạng xã hội',
  'profile.return.email': 'Địa chỉ email',
  'profile.return.consent': 'Quyền nhận thông tin của ứng dụng',
  'profile.return.manager': 'Người quản lý được thêm vào ứng dụng',
  'profile.return.permission': 'Vai trò đã cấp hoặc đổi cho người khác trong ứng dụng',
  'profile.return.application': 'Cài đặt ứng dụng đã bị thay đổi',
  'profile.return.client-change': 'Kết nối bị thay đổi, đã tắt',
  'profile.return.client': 'Kết nối, đã tắt',
  'profile.return.client-secret': 'Khóa bí mật của kết nối',
  'profile.return.webhook': 'Webhook, đã tắt',
  'profile.return.approval': 'Đề nghị chờ quản trị viên khác xác nhận',
  'profile.return.addedAt': 'Thêm hoặc đổi lúc {time}',
  'profile.return.sessions': 'Đã kết thúc {count} phiên đăng nhập.',
  'profile.return.addAgain':
    'Nếu có mục nào là của bạn, hãy thêm hoặc bật lại như bình thường; một số mục phải chờ 24 giờ. Vai trò và cài đặt mà người khác đã sửa tiếp thì được giữ nguyên.',
  'profile.return.dismiss': 'Tôi đã xem',
  'profile.avatar.title': 'Ảnh đại diện',
  'profile.avatar.lead': 'Hiển thị trong các ứng dụng bạn dùng.',
  'profile.avatar.choose': 'Chọn ảnh',
  'profile.avatar.chooseOther': 'Chọn ảnh khác',
  'profile.avatar.save': 'Lưu ảnh',
  'profile.avatar.remove': 'Xóa ảnh',
  'profile.avatar.zoom': 'Phóng to',
  'profile.avatar.position': 'Vị trí ảnh',
  'profile.avatar.hint':
    'Kéo ảnh hoặc dùng phím mũi tên để chỉnh vị trí. Chụm hoặc mở hai ngón tay để thu phóng.',
  'profile.avatar.unreadable': 'Trình duyệt không đọc được ảnh này. Vui lòng chọn ảnh JPEG, PNG hoặc WebP.',
  'profile.avatar.heic':
    'Trình duyệt không đọc được ảnh HEIC của iPhone. Vui lòng chọn ảnh JPEG, hoặc chụp màn hình ảnh đó rồi chọn lại.',
  'profile.avatar.disturbed':
    'Trình duyệt đang làm nhiễu ảnh để chống theo dõi. Hãy cho phép trang này đọc canvas, hoặc dùng trình duyệt khác.',
  'profile.avatar.saved': 'Đã lưu ảnh đại diện.',
  'profile.avatar.removed': 'Đã xóa ảnh đại diện.',
  'profile.phone.lead': 'Bạn sẽ dùng số mới thay cho số hiện tại để đăng nhập và nhận mã OTP.',
  'profile.phone.new': 'Số điện thoại mới',
  'profile.phone.new.hint': 'Mã OTP sẽ được gửi đến số này.',
  'profile.phone.same': 'Bạn đang dùng chính số điện thoại này. Vui lòng nhập số khác.',
  'profile.phone.send': 'Gửi mã OTP',
  'profile.phone.submit': 'Đổi số',
  'profile.phone.next': 'Nếu bạn đổi số bây giờ',
  'profile.phone.next.now': 'Ngay khi đổi',
  'profile.phone.next.now.text':
    'Bạn sẽ bị đăng xuất khỏi các thiết bị khác. Số hiện tại sẽ nhận tin nhắn có liên kết để lấy lại số.',
  'profile.phone.next.until': 'Đến {time}',
  'profile.phone.next.until.text':
    'Liên kết đó còn hiệu lực. Các thay đổi quan trọng khác (email, passkey, xác minh hai bước, xóa tài khoản…) bị tạm khóa.',
  'profile.phone.next.from': 'Từ {time}',
  'profile.phone.next.from.text': 'Bạn có thể thực hiện lại mọi thay đổi.',
  'profile.phone.done': 'Đã đổi số điện thoại',
  'profile.phone.done.text':
    'Từ nay, hãy đăng nhập bằng số mới. Trong 24 giờ, bạn có thể lấy lại số cũ bằng liên kết gửi đến số đó.',
  'profile.link.invalid': 'Liên kết không dùng được',
  'profile.link.account': 'Về trang Thông tin tài khoản',
  'account.province.choose': 'Chọn tỉnh/thành phố',
  'account.enterprise.taxCode.hint':
    '10 chữ số (13 chữ số nếu là chi nhánh) hoặc số định danh cá nhân gồm 12 chữ số.',
  'account.enterprise.taxCode.invalid': 'Mã số thuế không hợp lệ. Vui lòng kiểm tra lại.',
  'account.enterprise.taxCode.check':
    'Mã số thuế có vẻ chưa đúng. Hãy kiểm tra lại; nếu chắc chắn đúng, bạn vẫn có thể lưu.',
  'account.email.hint': 'Để khôi phục tài khoản và nhận thông báo bảo mật.',
  'account.province.required': 'Vui lòng chọn tỉnh/thành phố.',
  'account.province.missing': 'Chưa tải được danh sách tỉnh/thành phố. Vui lòng tải lại trang.',
  'account.enterprise.taxCode.ok': 'Mã số thuế đúng định dạng.',
  'account.enterprise.reverify':
    'Doanh nghiệp của bạn đã được Hội xác minh. Nếu bạn đổi tên hoặc mã số thuế, Hội sẽ cần xác minh lại.',
} as const;
