export const adminParamSections = {
  'admin.params.brand': 'Nhận diện',
  'admin.params.contact': 'Liên hệ',
  'admin.params.slides': 'Giới thiệu',
  'admin.params.objects': 'Nhóm hội viên',
  'admin.params.provinces': 'Tỉnh/Thành phố',
  'admin.params.messages': 'Tin nhắn và email',
  'admin.params.zns': 'Mã OTP qua Zalo',
} as const;
