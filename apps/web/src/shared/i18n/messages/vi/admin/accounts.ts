import { permissionStatusNames } from '@vid/contract/messages/applications';
import { accountKindNames, accountRoleNames, accountStatusNames } from '@vid/contract/messages/accounts';
import { textsOf } from '#shared/i18n/messages/texts-of.ts';

export const adminAccounts = {
  'admin.accounts.search': 'Tìm tên, số điện thoại, mã',
  'admin.accounts.search.hint': 'Hoặc 6 số cuối, email, mã số thuế, mã tra cứu.',
  'admin.accounts.none': 'Chưa có tài khoản nào',
  'admin.accounts.status': 'Trạng thái',
  ...textsOf('admin.accounts.status', accountStatusNames, 'vi'),
  'admin.accounts.role': 'Quyền',
  ...textsOf('admin.accounts.role', accountRoleNames, 'vi'),
  'admin.accounts.kind': 'Loại tài khoản',
  ...textsOf('admin.accounts.kind', accountKindNames, 'vi'),
  'admin.accounts.object': 'Nhóm hội viên',
  'admin.accounts.lastSignIn': 'Đăng nhập gần nhất',
  'admin.accounts.open': 'Mở tài khoản',
  'admin.accounts.lock.title': '{count, plural, other {Khóa {count, number} tài khoản?}}',
  'admin.accounts.lock.text':
    'Mọi phiên kết thúc ngay. {count, plural, =1 {Người này} other {Những người này}} không đăng nhập được nữa, kể cả vào các ứng dụng, cho đến khi tài khoản được mở khóa.',
  'admin.accounts.unlock.title': '{count, plural, other {Mở khóa {count, number} tài khoản?}}',
  'admin.accounts.unlock.text':
    '{count, plural, =1 {Người này} other {Những người này}} đăng nhập lại được ngay. Các phiên cũ không được khôi phục.',
  'admin.accounts.end-sessions.title':
    '{count, plural, other {Kết thúc mọi phiên của {count, number} tài khoản?}}',
  'admin.accounts.end-sessions.text':
    '{count, plural, =1 {Người này} other {Những người này}} phải đăng nhập lại trên mọi thiết bị và trong mọi ứng dụng.',
  'admin.accounts.bulk.text':
    'Tài khoản của bạn, của quản trị viên khác và tài khoản do chủ tự khóa hoặc báo bị xâm nhập được giữ nguyên.',
  'admin.accounts.bulk.endSessions':
    'Tài khoản của bạn và của quản trị viên khác được giữ nguyên. Không thể hoàn tác.',
  'admin.accounts.bulk.lock': '{count, plural, other {Khóa {count, number} tài khoản}}',
  'admin.accounts.bulk.unlock': '{count, plural, other {Mở khóa {count, number} tài khoản}}',
  'admin.accounts.bulk.end-sessions':
    '{count, plural, other {Kết thúc mọi phiên của {count, number} tài khoản}}',
  'admin.accounts.bulk.lock.done': 'Đã khóa {done, number} trên {total, number} tài khoản.',
  'admin.accounts.bulk.unlock.done': 'Đã mở khóa {done, number} trên {total, number} tài khoản.',
  'admin.accounts.bulk.end-sessions.done':
    'Đã kết thúc mọi phiên của {done, number} trên {total, number} tài khoản.',
  'admin.accounts.bulk.undo':
    'Mỗi tài khoản trở lại trạng thái trước đó, trừ tài khoản đã có người thay đổi sau đó. Các phiên đã kết thúc không được khôi phục.',
  'admin.accounts.report': 'Kết quả',
  'admin.accounts.report.text': '{action}: xong {done, number} trên {count, number} tài khoản.',
  'admin.accounts.outcome.done': 'Đã xong',
  'admin.accounts.outcome.unchanged': 'Không đổi',
  'admin.accounts.outcome.not-found': 'Không còn tài khoản này',
  'admin.accounts.outcome.own-account': 'Tài khoản của bạn',
  'admin.accounts.outcome.last-admin': 'Quản trị viên cuối cùng',
  'admin.account.lock.title': 'Khóa tài khoản của {name}?',
  'admin.account.unlock.title': 'Mở khóa tài khoản của {name}?',
  'admin.account.endSessions.title': 'Kết thúc mọi phiên của {name}?',
  'admin.account.lock': 'Khóa tài khoản',
  'admin.account.locked': 'Đã khóa tài khoản.',
  'admin.account.unlock': 'Mở khóa',
  'admin.account.unlocked': 'Đã mở khóa tài khoản.',
  'admin.account.endSessions': 'Kết thúc mọi phiên',
  'admin.account.endSessions.done': 'Đã kết thúc mọi phiên.',
  ...textsOf('admin.account.permission', permissionStatusNames, 'vi'),
  'admin.reference': 'Mã tra cứu {reference}',
  'admin.reference.request': 'Yêu cầu này bắt đầu lúc {time}, với các sự kiện sau.',
  'admin.reference.noEvents':
    'Yêu cầu này bắt đầu lúc {time} và không có sự kiện nào. Người vận hành tìm được mã này trong nhật ký máy chủ.',
  'admin.reference.refused': 'Một lần đăng nhập vào {name} bị từ chối.',
  'admin.reference.refused.unknown':
    'Một lần đăng nhập bị từ chối. Kết nối này đã bị xóa hoặc chưa từng được đăng ký.',
  'admin.reference.doctor': 'Mở chẩn đoán đăng nhập',
} as const;
