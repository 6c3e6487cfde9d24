import { approvalKindNames as kinds } from '@vid/contract/messages/accounts';

export const adminApprovals = {
  'admin.approvals': 'Chờ xác nhận',
  'admin.approvals.lead':
    'Cấp hoặc thu hồi quyền quản trị, khôi phục tài khoản và xuất mật khẩu đã băm cần hai quản trị viên. Đề nghị hết hạn sau 24 giờ.',
  'admin.approvals.none': 'Không có đề nghị nào đang chờ',
  'admin.approval.by': '{name} đề nghị. Hết hạn lúc {time}.',
  'admin.approval.own': 'Cần một quản trị viên khác xác nhận.',
  'admin.approval.contact': 'Gửi liên kết đến',
  'admin.approval.confirm': 'Xác nhận',
  'admin.approval.confirmNamed': 'Xác nhận đề nghị về {name}',
  'admin.approval.confirm.title': 'Xác nhận đề nghị này?',
  'admin.approval.confirm.done': 'Đã xác nhận. Thay đổi có hiệu lực.',
  'admin.approval.refuse': 'Từ chối',
  'admin.approval.refuseNamed': 'Từ chối đề nghị về {name}',
  'admin.approval.refuse.title': 'Từ chối đề nghị này?',
  'admin.approval.refuse.text': 'Không có gì thay đổi. Nếu cần, quản trị viên có thể gửi đề nghị mới.',
  'admin.approval.refuse.done': 'Đã từ chối đề nghị.',
  'admin.approval.takeBack': 'Rút đề nghị',
  'admin.approval.takeBackNamed': 'Rút đề nghị về {name}',
  'admin.approval.grant-admin': kinds['grant-admin'].vi,
  'admin.approval.grant-admin.title': 'Cấp quyền quản trị cho {name}?',
  'admin.approval.grant-admin.text':
    'Một quản trị viên khác cần xác nhận. Sau đó người này đăng nhập lại và phải bật xác minh hai bước hoặc thêm passkey.',
  'admin.approval.grant-admin.effect':
    '{name} trở thành quản trị viên. Mọi phiên của người này kết thúc và người này phải đăng nhập lại.',
  'admin.approval.withdraw-admin': kinds['withdraw-admin'].vi,
  'admin.approval.withdraw-admin.title': 'Thu hồi quyền quản trị của {name}?',
  'admin.approval.withdraw-admin.text':
    'Một quản trị viên khác cần xác nhận. Sau đó mọi phiên của người này kết thúc.',
  'admin.approval.withdraw-admin.effect':
    '{name} không còn là quản trị viên. Mọi phiên của người này kết thúc ngay.',
  'admin.approval.recover-account': kinds['recover-account'].vi,
  'admin.approval.recover-account.title': 'Khôi phục tài khoản của {name}?',
  'admin.approval.recover-account.text':
    'Chỉ dùng khi người này có mặt và bạn đã đối chiếu giấy tờ. Sau khi một quản trị viên khác xác nhận, Hội sẽ báo qua số điện thoại và email cũ; nếu không ai hủy, liên kết được gửi sau 72 giờ.',
  'admin.approval.recover-account.contact': 'Số điện thoại hoặc email mới',
  'admin.approval.recover-account.contact.hint': 'Liên kết để đặt mật khẩu mới sẽ được gửi đến đây.',
  'admin.approval.recover-account.number': 'Số của tài khoản có thể đổi',
  'admin.approval.recover-account.number.text':
    'Khi mở liên kết, hội viên nhập số muốn dùng và xác nhận bằng mã OTP. Nếu số đó khác {phone} thì số mới sẽ thay cho số cũ.',
  'admin.approval.recover-account.number.none':
    'Tài khoản hiện không có số. Khi mở liên kết, hội viên nhập số muốn dùng và xác nhận bằng mã OTP.',
  'admin.approval.recover-account.reason': 'Ghi rõ đã đối chiếu giấy tờ nào.',
  'admin.approval.recover-account.effect':
    'Thời gian chờ 72 giờ bắt đầu. {name} được báo qua số điện thoại và email cũ, và có thể hủy.',
  'admin.approval.export-hashes': kinds['export-hashes'].vi,
  'admin.approval.export-hashes.effect':
    '{name} xuất được một tệp có thông tin và mật khẩu đã băm của mọi hội viên, trong vòng 24 giờ.',
} as const;
