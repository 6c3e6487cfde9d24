import {
  consentPurposeNames,
  privacyExportStatusNames,
  privacyRequestKindNames,
  privacyRequestStatusNames,
} from '@vid/contract/messages/privacy';
import { textsOf } from '../texts-of.ts';

export const privacy = {
  'privacy.lead': 'Xem Hội lưu giữ những gì về bạn và thực hiện các quyền của bạn đối với dữ liệu cá nhân.',
  'privacy.consents': 'Những điều bạn đã đồng ý',
  'privacy.consents.lead':
    'Mỗi mục đích được hỏi riêng. Bạn có thể rút lại sự đồng ý không bắt buộc bất cứ lúc nào.',
  ...textsOf('privacy.purpose', consentPurposeNames, 'vi'),
  'privacy.consent.given': 'Đã đồng ý',
  'privacy.consent.notGiven': 'Chưa đồng ý',
  'privacy.consent.required': 'Bắt buộc để có tài khoản. Nếu muốn rút lại, bạn cần xóa tài khoản.',
  'privacy.consent.read': 'Đọc văn bản',
  'privacy.consent.history': 'Lịch sử ({count})',
  'privacy.consent.event.given': 'Đồng ý lúc {time}, phiên bản {version}',
  'privacy.consent.event.withdrawn': 'Rút lại lúc {time}, phiên bản {version}',
  'privacy.consent.technical': 'Chi tiết kỹ thuật',
  'privacy.consent.hash': 'Mã băm của văn bản (SHA-256):',
  'privacy.consent.done': 'Đã ghi nhận sự đồng ý của bạn.',
  'privacy.consent.undone': 'Đã rút lại sự đồng ý.',
  'privacy.marketing.give': 'Đồng ý nhận tin',
  'privacy.marketing.withdraw': 'Ngừng nhận tin',
  'privacy.export': 'Bản sao dữ liệu của bạn',
  'privacy.export.lead':
    'Gồm mọi dữ liệu Hội lưu giữ về bạn, dưới dạng một trang để đọc và một tệp JSON, mỗi ngày một bản. Hội sẽ nhắn tin khi bản sao sẵn sàng.',
  'privacy.export.request': 'Yêu cầu bản sao',
  'privacy.export.next': 'Có thể yêu cầu bản mới từ {time}.',
  'privacy.export.of': 'Bản sao lúc {time}',
  ...textsOf('privacy.export.status', privacyExportStatusNames, 'vi'),
  'privacy.export.failed': 'Đã có lỗi khi tạo bản sao. Bạn hãy yêu cầu lại.',
  'privacy.export.until': 'Tải về được đến {time}',
  'privacy.export.html': 'Tải trang để đọc',
  'privacy.export.json': 'Tải tệp JSON',
  'privacy.export.htmlNamed': 'Tải trang để đọc, bản sao lúc {time}',
  'privacy.export.jsonNamed': 'Tải tệp JSON, bản sao lúc {time}',
  'privacy.incidents.lead': 'Hội đã báo cho bạn về các sự cố sau.',
  'privacy.requests': 'Yêu cầu gửi Hội',
  'privacy.requests.lead':
    'Đề nghị Hội cho xem, sửa, hạn chế hoặc ngừng xử lý dữ liệu của bạn. Hội trả lời trong 2 ngày làm việc.',
  'privacy.request.new': 'Gửi yêu cầu mới',
  'privacy.request.kind': 'Loại yêu cầu',
  ...textsOf('privacy.request.kind', privacyRequestKindNames, 'vi'),
  'privacy.request.details': 'Nội dung',
  'privacy.request.details.hint': 'Nêu rõ dữ liệu nào và bạn muốn Hội làm gì. Đừng ghi mật khẩu hay mã OTP.',
  'privacy.request.submit': 'Gửi yêu cầu',
  'privacy.request.made': 'Đã gửi yêu cầu.',
  'privacy.request.sent': 'Gửi lúc {time}',
  'privacy.request.due': 'Hạn trả lời: {reply}. Hạn thực hiện: {due}.',
  ...textsOf('privacy.request.status', privacyRequestStatusNames, 'vi'),
  'privacy.request.answer': 'Trả lời của Hội:',
  'privacy.request.outcome.done': 'Kết quả: đã thực hiện.',
  'privacy.request.outcome.declined': 'Kết quả: không thực hiện.',
  'privacy.request.extended': 'Gia hạn:',
  'privacy.request.close': 'Đóng yêu cầu',
  'privacy.request.closeNamed': 'Đóng yêu cầu “{kind}”',
  'privacy.request.close.title': 'Đóng yêu cầu này?',
  'privacy.request.close.text':
    'Hội sẽ không xử lý yêu cầu này nữa. Bạn có thể gửi yêu cầu khác bất cứ lúc nào.',
  'privacy.request.closed': 'Đã đóng yêu cầu.',
  'privacy.deletion.lead':
    'Dữ liệu được giữ thêm {days} ngày rồi bị xóa hẳn, trừ mã tài khoản cùng thời điểm và loại của các sự kiện bảo mật. Nếu đổi ý, bạn chỉ cần đăng nhập lại trước thời hạn đó.',
  'privacy.deletion.lastAdmin':
    'Bạn là quản trị viên duy nhất. Cần có một quản trị viên khác trước khi bạn xóa tài khoản.',
  'privacy.deletion.ownsApplications':
    'Bạn đang là chủ ứng dụng. Hãy đề nghị Hội chuyển ứng dụng cho người khác trước khi xóa tài khoản.',
  'privacy.deletion.action': 'Xóa tài khoản',
  'privacy.deletion.title': 'Xóa tài khoản của bạn?',
  'privacy.deletion.text':
    '{sessions} phiên đăng nhập sẽ kết thúc. {apps, plural, =0 {Chưa có ứng dụng nào nhận thông tin của bạn.} other {# ứng dụng sẽ ngừng nhận thông tin của bạn.}} Sau {days} ngày, Hội chỉ còn giữ mã tài khoản cùng thời điểm và loại của các sự kiện bảo mật.',
  'privacy.deletion.done':
    'Đã nhận yêu cầu xóa tài khoản. Nếu đổi ý, bạn hãy đăng nhập lại trong thời hạn chờ.',
} as const;
