import { checkNames } from '@vid/contract/messages/checks';
import { textsOf } from '#shared/i18n/messages/texts-of.ts';

export const adminEnterprise = {
  'admin.queue.account': 'Xem tài khoản',
  'admin.queue.copy': 'Sao chép',
  'admin.queue.copy.of': 'Sao chép {value}',
  'admin.queue.copied': 'Đã sao chép.',
  'admin.queue.declaredAt': 'Khai lúc {time}',
  'admin.queue.accountCreated': 'Ngày tạo tài khoản',
  'admin.queue.declared': 'Thông tin đã khai',
  'admin.queue.decision': 'Kiểm tra và quyết định',
  'admin.queue.check.lead': 'Đánh dấu từng mục sau khi bạn đã tự đối chiếu.',
  'admin.queue.check.required': 'Hãy đối chiếu rồi đánh dấu mục này, hoặc từ chối hồ sơ.',
  'admin.queue.register.open': 'Mở danh sách chứng chỉ của {province} (thẻ mới)',
  'admin.queue.register.missing': 'Chưa có địa chỉ danh sách chứng chỉ của {province}.',
  'admin.queue.register.set': 'Thêm địa chỉ',
  'admin.queue.reason': 'Lý do từ chối',
  'admin.queue.enterprise.checks.lead':
    'VID chỉ kiểm tra được định dạng. Hãy đối chiếu với Cổng thông tin quốc gia về đăng ký doanh nghiệp.',
  'admin.queue.check.complete': 'Đã khai đủ tên, mã số thuế và người đại diện.',
  'admin.queue.check.incomplete': 'Chưa khai đủ tên, mã số thuế và người đại diện nên chưa xác minh được.',
  'admin.queue.check.taxCode.ok': 'Mã số thuế đúng định dạng.',
  'admin.queue.check.taxCode.unverified':
    'Chữ số kiểm tra của mã số thuế không khớp. Có thể do gõ nhầm, hãy kiểm tra kỹ.',
  'admin.queue.check.taxCode.malformed': 'Mã số thuế sai định dạng.',
  'admin.queue.check.taxCode.none': 'Chưa khai mã số thuế.',
  'admin.queue.check.taxCode.unique': 'Không có tài khoản nào khác khai mã số thuế này.',
  'admin.queue.check.taxCode.same': 'Tài khoản khác cũng khai mã số thuế này:',
  'admin.queue.check.brokers':
    '{count, plural, =0 {Chưa có nhà môi giới nào khai làm việc tại đây.} other {# nhà môi giới khai làm việc tại đây.}}',
  'admin.queue.check.broker.unnamed': 'Nhà môi giới chưa khai họ tên nên không đối chiếu được.',
  'admin.queue.check.dates': 'Chưa quá ngày hết hạn đã khai.',
  'admin.queue.check.dates.past': 'Chứng chỉ đã hết hạn. Nhà môi giới cần khai chứng chỉ mới.',
  'admin.queue.check.dates.none': 'Chưa khai ngày hết hạn.',
  'admin.queue.check.employer.none': 'Chưa khai nơi làm việc.',
  'admin.queue.check.employer.verified': 'Nơi làm việc là doanh nghiệp đã xác minh.',
  'admin.queue.check.employer.unverified': 'Nơi làm việc chưa được xác minh.',
  'admin.queue.check.number.unique': 'Không ai khác khai số chứng chỉ này.',
  'admin.queue.check.number.same': 'Người khác cũng khai số chứng chỉ này:',
  'admin.queue.certificate.title': 'Chứng chỉ {number}',
  'admin.queue.own': 'Đây là tài khoản của bạn. Hãy nhờ một quản trị viên khác quyết định.',
  'admin.queue.nothing': 'Hiện không có gì cần quyết định.',
  'admin.queue.enterprise.decision.lead':
    'Hội xác minh tên và mã số thuế. Nếu một trong hai thay đổi, doanh nghiệp phải được xác minh lại.',
  'admin.queue.certificate.decision.lead': 'Nếu nhà môi giới sửa chứng chỉ, Hội phải xác nhận lại.',
  'admin.queue.enterprise.approve': 'Xác minh',
  'admin.queue.certificate.approve': 'Xác nhận',
  'admin.queue.enterprise.refuse': 'Từ chối',
  'admin.queue.enterprise.refuse.title': 'Từ chối xác minh {name}?',
  'admin.queue.enterprise.refuse.text':
    'Hội viên được báo tin và đọc được lý do. Hồ sơ trở lại hàng chờ khi hội viên sửa thông tin.',
  'admin.queue.enterprise.withdraw': 'Thu hồi xác minh',
  'admin.queue.enterprise.withdraw.title': 'Thu hồi xác minh của {name}?',
  'admin.queue.enterprise.withdraw.text':
    'Ứng dụng sẽ thấy doanh nghiệp chưa được xác minh khi hỏi VID lần tới. Hội viên được báo tin và đọc được lý do.',
  'admin.queue.certificate.refuse': 'Từ chối',
  'admin.queue.certificate.refuse.title': 'Từ chối chứng chỉ của {name}?',
  'admin.queue.certificate.refuse.text':
    'Nhà môi giới được báo tin và đọc được lý do. Chứng chỉ trở lại hàng chờ khi được khai lại.',
  'admin.queue.certificate.withdraw': 'Thu hồi xác nhận',
  'admin.queue.certificate.withdraw.title': 'Thu hồi xác nhận chứng chỉ của {name}?',
  'admin.queue.certificate.withdraw.text':
    'Ứng dụng sẽ thấy chứng chỉ chưa được xác nhận khi hỏi VID lần tới. Nhà môi giới được báo tin và đọc được lý do.',
  'admin.queue.reason.hint': 'Hội viên đọc được lý do này. Hãy nói rõ cần sửa gì.',
  'admin.queue.checked': '{name} quyết định lúc {time}',
  ...textsOf('admin.check', checkNames, 'vi'),
} as const;
