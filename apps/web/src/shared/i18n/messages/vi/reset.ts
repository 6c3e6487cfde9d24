import { agreement } from './agreement.ts';

export const reset = {
  ...agreement,
  'reset.title': 'Quên mật khẩu',
  'reset.lead': 'Nhập số điện thoại đã đăng ký để nhận mã OTP.',
  'reset.submit': 'Gửi mã OTP',
  'reset.signUpWithThis': 'Tạo tài khoản bằng số này',
  'reset.input.title': 'Đặt mật khẩu mới',
  'reset.input.lead': 'Sau khi đổi mật khẩu, tài khoản sẽ bị đăng xuất khỏi mọi thiết bị đang đăng nhập.',
  'reset.input.password': 'Mật khẩu mới',
  'reset.input.confirm': 'Nhập lại mật khẩu mới',
  'reset.input.confirm.required': 'Vui lòng nhập lại mật khẩu mới.',
  'reset.input.submit': 'Đổi mật khẩu',
  'reset.backToSignIn': 'Quay lại đăng nhập',
  'reset.toSignIn': 'Đến trang đăng nhập',
  'reset.lostPhone': 'Tôi không còn dùng số này',
  'reset.link.invalid': 'Liên kết không dùng được',
  'reset.notMe.title': 'Không phải bạn?',
  'reset.notMe.lead':
    'Nếu thay đổi trong thông báo không phải do bạn thực hiện, hãy bấm nút dưới đây để khóa tài khoản và kết thúc mọi phiên đăng nhập. Nếu thông báo nói về yêu cầu khôi phục, yêu cầu đó sẽ bị hủy.',
  'reset.notMe.action': 'Không phải tôi, chặn ngay',
  'reset.notMe.locked': 'Tài khoản đã bị khóa',
  'reset.notMe.locked.text':
    'Mọi phiên đăng nhập đã kết thúc. Chỉ bạn mở lại được tài khoản, bằng cách đặt mật khẩu mới.',
  'reset.notMe.newPassword': 'Đặt mật khẩu mới',
  'reset.notMe.stopped': 'Đã hủy yêu cầu khôi phục',
  'reset.notMe.stopped.text': 'Tài khoản của bạn vẫn như cũ. Người gửi yêu cầu không vào được tài khoản.',
  'reset.notMe.invalid':
    'Liên kết không đúng, đã được dùng hoặc đã hết hạn. Để bảo vệ tài khoản, bạn có thể đặt mật khẩu mới.',
  'reset.recovery.title': 'Khôi phục tài khoản',
  'reset.recovery.byMail.lead':
    'Nhập số điện thoại đã đăng ký và email đã xác nhận. Để bảo vệ tài khoản, liên kết khôi phục chỉ được gửi sau 72 giờ. Trong thời gian đó, chủ tài khoản được báo và có thể hủy yêu cầu.',
  'reset.recovery.byCode.lead':
    'Nhập số điện thoại đã đăng ký và một mã khôi phục mà bạn đã lưu khi bật xác minh hai bước. Nếu bạn đã gửi yêu cầu và thời gian chờ đã hết, hãy nhập lại chính mã đó.',
  'reset.recovery.byCode.waiting':
    'Chủ tài khoản được báo và có thể hủy yêu cầu này. Từ {time}, hãy chọn “Quên mật khẩu?” ở trang đăng nhập, rồi “Tôi không còn dùng số này”, và nhập số điện thoại đã đăng ký cùng chính mã khôi phục này. Vui lòng giữ mã đến lúc đó.',
  'reset.recovery.oldPhone': 'Số điện thoại đã đăng ký',
  'reset.recovery.email': 'Email đã xác nhận',
  'reset.recovery.code': 'Mã khôi phục',
  'reset.recovery.code.hint': 'Mã đã dùng để khôi phục tài khoản thì không dùng lại được.',
  'reset.recovery.password': 'Mật khẩu, nếu bạn còn nhớ',
  'reset.recovery.password.hint':
    'Có mật khẩu, bạn khôi phục tài khoản được ngay. Nếu để trống, bạn cần chờ 72 giờ.',
  'reset.recovery.passwordWrong': 'Mật khẩu không đúng. Nếu không nhớ, hãy để trống ô này.',
  'reset.recovery.passwordBlocked':
    'Mật khẩu đã bị nhập sai quá nhiều lần. Hãy để trống ô này để khôi phục tài khoản sau 72 giờ.',
  'reset.recovery.send': 'Gửi yêu cầu',
  'reset.recovery.next': 'Tiếp tục',
  'reset.recovery.useCode': 'Dùng mã khôi phục',
  'reset.recovery.useMail': 'Dùng email đã xác nhận',
  'reset.recovery.support': 'Nếu không có email và mã khôi phục, vui lòng liên hệ Hội để được hỗ trợ.',
  'reset.recovery.supportOnly': 'Nếu không có mã khôi phục, vui lòng liên hệ Hội để được hỗ trợ.',
  'reset.recovery.sent': 'Đã ghi nhận yêu cầu',
  'reset.recovery.sent.text':
    'Nếu số điện thoại và email thuộc cùng một tài khoản, bạn sẽ nhận được liên kết qua email sau 72 giờ. Chủ tài khoản sẽ được báo và có thể hủy yêu cầu này.',
  'reset.recovery.invalid':
    'Liên kết hoặc yêu cầu khôi phục không đúng, đã được dùng, đã bị hủy hoặc đã hết hạn.',
  'reset.recovery.again': 'Khôi phục tài khoản từ đầu',
  'reset.recovery.newPhone': 'Số điện thoại mới',
  'reset.recovery.newPhone.lead': 'Nhập số điện thoại bạn đang dùng để nhận mã OTP.',
  'reset.recovery.enterCode': 'Nhập mã đã nhận',
  'reset.recovery.phoneTaken': 'Số điện thoại này đã có tài khoản. Vui lòng dùng số khác.',
  'reset.recovery.phoneSlept':
    'Số điện thoại này thuộc một tài khoản lâu không được dùng. Nếu bạn là chủ mới của số này, hãy đánh dấu vào ô bên dưới.',
  'reset.recovery.newOwner': 'Tôi là chủ mới của số này; tài khoản cũ không phải của tôi',
  'reset.recovery.removes':
    'Khi bạn hoàn tất, mọi phiên đăng nhập của tài khoản sẽ kết thúc. Xác minh hai bước, các passkey và liên kết với Facebook, Google, Zalo (nếu có) sẽ bị xóa.',
  'reset.recovery.forget': 'Dừng khôi phục trên trình duyệt này',
  'reset.recovery.finish': 'Khôi phục tài khoản',
  'reset.recovery.done': 'Đã khôi phục tài khoản',
  'reset.recovery.done.text':
    'Hãy đăng nhập bằng số điện thoại và mật khẩu mới. Sau 24 giờ, bạn có thể bật lại xác minh hai bước và thêm passkey.',
  'reset.moreProof.title': 'Cần xác minh thêm',
  'reset.moreProof.lead':
    'Tài khoản của số này lâu không được dùng hoặc đang bị khóa. Số điện thoại có thể đã đổi chủ, nên chỉ mã OTP là chưa đủ.',
  'reset.moreProof.password': 'Đăng nhập bằng mật khẩu',
  'reset.moreProof.wait': 'Đặt lại mật khẩu sau 72 giờ',
  'reset.moreProof.waiting':
    'Liên kết đặt mật khẩu mới sẽ được gửi bằng tin nhắn đến số này lúc {time}, nếu chủ tài khoản không hủy yêu cầu.',
  'reset.moreProof.newOwner': 'Tôi là chủ mới của số này: tạo tài khoản mới',
  'reset.moreProof.other': 'Khôi phục tài khoản bằng cách khác',
  'reset.pending.title': 'Có người yêu cầu khôi phục tài khoản của bạn',
  'reset.pending.text':
    'Nếu không bị hủy, yêu cầu có hiệu lực lúc {time} và cho phép đặt mật khẩu cùng số điện thoại mới. Nếu không phải bạn, hãy hủy ngay.',
  'reset.pending.stop': 'Hủy yêu cầu khôi phục',
  'reset.forced.title': 'Bạn cần đổi mật khẩu',
  'reset.forced.lead': 'Hội yêu cầu bạn đổi mật khẩu. Hãy nhập mật khẩu hiện tại, rồi đặt mật khẩu mới.',
} as const;
