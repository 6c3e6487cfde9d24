import { appClients } from './apps/clients.ts';
import { appDoctor } from './apps/doctor.ts';
import { appPermissions } from './apps/permissions.ts';
import { list } from './list.ts';
import { webhooks } from './webhooks.ts';

export const apps = {
  ...list,
  ...webhooks,
  ...appClients,
  ...appPermissions,
  ...appDoctor,
  'apps.addEntry': 'Thêm',
  'apps.lead': 'Menu hiển thị các trang của ứng dụng bạn chọn.',
  'apps.none': 'Bạn chưa quản lý ứng dụng nào',
  'apps.none.text': 'Chủ ứng dụng hoặc quản trị viên của Hội có thể thêm bạn làm người quản lý.',
  'apps.people': '{count, plural, =10000 {10.000+ người} other {# người}}',
  'apps.access.open': 'Mở cho mọi hội viên',
  'apps.access.restricted': 'Chỉ người được cấp quyền',
  'apps.disabled': 'Đã bị Hội tắt',
  'apps.selected': 'Đang chọn',
  'apps.selected.done': 'Đã chọn ứng dụng.',
  'apps.select': 'Chọn',
  'apps.open': 'Mở',
  'apps.open.named': 'Mở {name}',
  'apps.app.details': 'Thông tin ứng dụng',
  'apps.app.code': 'Mã ứng dụng',
  'apps.app.created': 'Ngày đăng ký',
  'apps.app.people': 'Đã được cấp quyền',
  'apps.app.locked': 'Đang bị khóa',
  'apps.app.signIns': 'Mỗi ngày có bao nhiêu lượt đăng nhập?',
  'apps.app.signIns.lead':
    '{count, plural, other {{count, number} lượt đăng nhập vào ứng dụng trong 30 ngày qua.}}',
  'apps.app.signIns.name': 'Lượt đăng nhập',
  'apps.app.day': 'Ngày',
  'apps.app.doctor': 'Hội viên không đăng nhập được?',
  'apps.app.doctor.lead': 'Xem từng bước của các lần đăng nhập gần đây, và cách sửa nếu có lỗi.',
  'apps.app.doctor.client': 'Chẩn đoán đăng nhập qua {id}',
  'apps.people.open.named': 'Người dùng của {name}',
  'apps.notFound': 'Không tìm thấy ứng dụng',
  'apps.notFound.text': 'Ứng dụng không tồn tại, hoặc bạn không quản lý ứng dụng này.',
} as const;
