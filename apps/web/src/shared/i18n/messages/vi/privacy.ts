import { privacyExportStatusNames } from '@vid/contract/messages/privacy';
import { textsOf } from '../texts-of.ts';

export const privacy = {
  'privacy.lead':
    'Xem Hội đang lưu giữ những gì về bạn và thực hiện các quyền của bạn đối với dữ liệu cá nhân.',
  'privacy.consents': 'Sự đồng ý của bạn',
  'privacy.export': 'Bản sao dữ liệu của bạn',
  ...textsOf('privacy.export.status', privacyExportStatusNames, 'vi'),
  'privacy.export.until': 'Tải được đến {time}',
  'privacy.requests': 'Yêu cầu gửi Hội',
  'privacy.deletion.lead': 'Bạn có 30 ngày để đổi ý. Sau đó, dữ liệu bị xóa hẳn.',
  'privacy.deletion.action': 'Xóa tài khoản',
  'privacy.consents.count': 'Đã đồng ý {given} trên {count} mục đích',
  'privacy.applications.count': '{count, plural, =0 {Chưa có ứng dụng nào} other {# ứng dụng}}',
  'privacy.export.none': 'Chưa yêu cầu bản sao nào',
  'privacy.export.open': 'Tải về',
  'privacy.requests.open': '{count, plural, =0 {Không có yêu cầu đang xử lý} other {# yêu cầu đang xử lý}}',
  'privacy.incidents.count': '{count} thông báo',
  'account.security.consents': 'Ứng dụng được xem thông tin của bạn',
} as const;
