import { certificateStatusNames as status } from '@vid/contract/messages/accounts';

export const certificate = {
  'profile.certificate.number': 'Số chứng chỉ',
  'profile.certificate.province': 'Nơi cấp',
  'profile.certificate.issuedOn': 'Ngày cấp',
  'profile.certificate.expiresOn': 'Ngày hết hạn',
  'profile.certificate.forever': 'Không thời hạn',
  'profile.certificate.employer': 'Nơi làm việc',
  'profile.certificate.employer.hint': 'Tìm theo tên doanh nghiệp, hoặc nhập mã số thuế hay mã giới thiệu.',
  'profile.certificate.employer.found': 'Tìm thấy {count, number} doanh nghiệp.',
  'profile.certificate.employer.none':
    'Chưa tìm thấy doanh nghiệp đã xác minh nào. Bạn vẫn có thể lưu tên này.',
  'profile.certificate.order': 'Ngày hết hạn phải sau ngày cấp.',
  'profile.certificate.recheck': 'Chứng chỉ đã được Hội xác nhận. Nếu bạn thay đổi, Hội sẽ cần xác nhận lại.',
  'profile.certificate.declared': status.declared.vi,
  'profile.certificate.confirmed': status.confirmed.vi,
  'profile.certificate.expired': 'Đã hết hạn',
  'profile.certificate.expired.text': 'Nếu đã được cấp chứng chỉ mới, hãy cập nhật số và ngày tại đây.',
  'profile.certificate.refused': status.refused.vi,
  'profile.certificate.refused.text':
    'Thông tin không khớp với dữ liệu của nơi cấp. Hãy kiểm tra và khai báo lại.',
  'profile.certificate.save': 'Lưu chứng chỉ',
  'profile.certificate.saved': 'Đã lưu chứng chỉ.',
  'profile.certificate.remove': 'Xóa chứng chỉ',
  'profile.certificate.remove.title': 'Xóa chứng chỉ?',
  'profile.certificate.remove.text':
    'Hội và các ứng dụng sẽ không còn thấy chứng chỉ này. Nếu bạn khai báo lại, Hội sẽ cần xác nhận lại.',
  'profile.certificate.removed': 'Đã xóa chứng chỉ.',
} as const;
