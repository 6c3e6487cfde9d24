import { approvalKindNames as kinds } from '@vid/contract/messages/accounts';

export const adminApprovals = {
  'admin.dashboard.title': 'Tổng quan',
  'admin.dashboard.lead': 'Số liệu của Hội và những việc cần quản trị viên xử lý.',
  'admin.approvals': 'Chờ xác nhận',
  'admin.approvals.lead': 'Những thay đổi cần hai quản trị viên. Yêu cầu hết hạn sau 24 giờ.',
  'admin.approvals.failed': 'Không tải được các yêu cầu.',
  'admin.approvals.none': 'Không có yêu cầu nào đang chờ',
  'admin.approvals.none.text':
    'Khi một quản trị viên đề nghị cấp hay thu hồi quyền, khôi phục tài khoản hoặc xuất mật khẩu đã băm, yêu cầu sẽ hiện ở đây.',
  'admin.approval.ask': 'Gửi yêu cầu',
  'admin.approval.asked': 'Đã gửi yêu cầu. Một quản trị viên khác cần xác nhận trong 24 giờ.',
  'admin.approval.by': '{name} yêu cầu. Hết hạn lúc {time}.',
  'admin.approval.own': 'Cần một quản trị viên khác xác nhận.',
  'admin.approval.contact': 'Gửi liên kết đến',
  'admin.approval.confirm': 'Xác nhận',
  'admin.approval.confirmNamed': 'Xác nhận yêu cầu về {name}',
  'admin.approval.confirm.title': 'Xác nhận yêu cầu này?',
  'admin.approval.confirm.done': 'Đã xác nhận. Thay đổi có hiệu lực.',
  'admin.approval.refuse': 'Từ chối',
  'admin.approval.refuseNamed': 'Từ chối yêu cầu về {name}',
  'admin.approval.refuse.title': 'Bỏ yêu cầu này?',
  'admin.approval.refuse.text': 'Không có gì thay đổi. Nếu cần, quản trị viên có thể gửi yêu cầu mới.',
  'admin.approval.refuse.done': 'Đã bỏ yêu cầu.',
  'admin.approval.takeBack': 'Rút yêu cầu',
  'admin.approval.takeBackNamed': 'Rút yêu cầu về {name}',
  'admin.approval.grant-admin': kinds['grant-admin'].vi,
  'admin.approval.grant-admin.title': 'Cấp quyền quản trị cho {name}?',
  'admin.approval.grant-admin.text':
    'Một quản trị viên khác cần xác nhận. Sau đó người này đăng nhập lại và phải bật xác minh hai bước hoặc thêm passkey.',
  'admin.approval.grant-admin.effect':
    '{name} trở thành quản trị viên. Mọi phiên của người này kết thúc và cần đăng nhập lại.',
  'admin.approval.withdraw-admin': kinds['withdraw-admin'].vi,
  'admin.approval.withdraw-admin.title': 'Thu hồi quyền quản trị của {name}?',
  'admin.approval.withdraw-admin.text':
    'Một quản trị viên khác cần xác nhận. Sau đó mọi phiên của người này kết thúc.',
  'admin.approval.withdraw-admin.effect':
    '{name} không còn là quản trị viên. Mọi phiên của người này kết thúc ngay.',
  'admin.approval.recover-account': kinds['recover-account'].vi,
  'admin.approval.recover-account.title': 'Khôi phục tài khoản của {name}?',
  'admin.approval.recover-account.text':
    'Chỉ dùng khi người này có mặt và bạn đã đối chiếu giấy tờ. Sau khi một quản trị viên khác xác nhận, số và email cũ được báo; nếu không ai hủy, liên kết được gửi sau 72 giờ.',
  'admin.approval.recover-account.contact': 'Số điện thoại hoặc email mới',
  'admin.approval.recover-account.contact.hint': 'Liên kết để đặt mật khẩu mới được gửi đến đây.',
  'admin.approval.recover-account.reason': 'Ghi rõ đã đối chiếu giấy tờ nào.',
  'admin.approval.recover-account.effect':
    'Thời gian chờ 72 giờ bắt đầu. Số và email cũ của {name} được báo và có thể hủy.',
  'admin.approval.export-hashes': kinds['export-hashes'].vi,
  'admin.approval.export-hashes.effect':
    '{name} xuất được một tệp có thông tin và mật khẩu đã băm của mọi hội viên, trong vòng 24 giờ.',
} as const;
