import { webhookStatusNames } from '@vid/contract/messages/applications';
import { textsOf } from '../texts-of.ts';

export const webhooks = {
  'webhooks.lead.application':
    'VID báo cho máy chủ của bạn khi có thay đổi về tài khoản đã dùng ứng dụng hoặc được cấp quyền trong ứng dụng.',
  'webhooks.lead.association':
    'VID báo cho hệ thống của Hội khi có các sự kiện bạn chọn, chẳng hạn tài khoản mới, bị khóa hoặc bị xóa.',

  'webhooks.add': 'Thêm webhook',
  'webhooks.new': 'Webhook mới',
  'webhooks.none': 'Chưa có webhook nào',
  'webhooks.none.text': 'Thêm địa chỉ nhận tin trên máy chủ của bạn để biết ngay khi có thay đổi.',
  'webhooks.url': 'Địa chỉ nhận tin',
  'webhooks.url.hint': 'Địa chỉ https trên máy chủ của bạn, không thuộc mạng nội bộ.',
  'webhooks.description': 'Mô tả',
  'webhooks.events': 'Sự kiện',
  'webhooks.events.none': 'Vui lòng chọn ít nhất một sự kiện.',
  'webhooks.events.count': '{count, plural, other {{count, number} sự kiện}}',
  'webhooks.event.account-created': 'Có tài khoản mới',
  'webhooks.event.account-locked': 'Tài khoản bị khóa',
  'webhooks.event.account-unlocked': 'Tài khoản được mở khóa',
  'webhooks.event.account-deleted': 'Tài khoản bị xóa',
  'webhooks.event.permission-changed': 'Quyền trong ứng dụng thay đổi',
  'webhooks.event.certificate-verified': 'Chứng chỉ hành nghề được xác nhận',
  'webhooks.event.consent-withdrawn': 'Hội viên rút lại sự đồng ý',
  'webhooks.event.test': 'Tin thử',
  ...textsOf('webhooks.status', webhookStatusNames, 'vi'),
  'webhooks.created': 'Ngày thêm',
  'webhooks.secret': 'Khóa ký',
  'webhooks.secret.once': 'Hãy lưu khóa này vào máy chủ của bạn ngay. VID sẽ không hiện lại khóa này.',
  'webhooks.secret.copy': 'Sao chép khóa',
  'webhooks.secret.copied': 'Đã sao chép khóa ký.',
  'webhooks.secret.done': 'Tôi đã lưu khóa',
  'webhooks.secret.new': 'Khóa ký mới',
} as const;
