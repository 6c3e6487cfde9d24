export const agreement = {
  'agreement.title': 'Văn bản cần đồng ý',
  'agreement.title.terms': 'Điều khoản sử dụng có phiên bản mới',
  'agreement.title.privacy': 'Chính sách bảo mật có phiên bản mới',
  'agreement.title.both': 'Điều khoản và chính sách có phiên bản mới',
  'agreement.lead': 'Hội vừa ban hành phiên bản mới. Vui lòng đọc và đồng ý để tiếp tục dùng tài khoản.',
  'agreement.first.title': 'Trước khi bắt đầu',
  'agreement.first.lead':
    'Hội đã tạo sẵn tài khoản này cho bạn. Vui lòng đọc và đồng ý với các văn bản dưới đây để dùng tài khoản.',
  'agreement.read': 'Đọc toàn văn',
  'agreement.open': 'Mở trong thẻ mới',
  'agreement.tick.terms': 'Tôi đã đọc và đồng ý với Điều khoản sử dụng',
  'agreement.tick.privacy': 'Tôi đã đọc và đồng ý với Chính sách bảo mật',
  'agreement.required': 'Vui lòng đánh dấu vào ô này để tiếp tục.',
  'agreement.submit': 'Đồng ý và tiếp tục',
  'agreement.outdated': 'Vừa có phiên bản mới hơn. Vui lòng đọc lại văn bản.',
  'agreement.failed': 'Chưa tải được văn bản.',
  'agreement.refuse': 'Nếu chưa đồng ý, bạn có thể đăng xuất và quay lại sau.',
} as const;
