export const slides = {
  'slides.label': 'Sứ mệnh của Hội',
  'slides.goTo': 'Mục {index}/{total}',
  'slides.1.title': 'Tập hợp đội ngũ môi giới',
  'slides.1.text': 'Kết nối nhà môi giới, sàn giao dịch, khách hàng và chuyên gia trên cả nước.',
  'slides.2.title': 'Chuẩn mực nghề nghiệp',
  'slides.2.text': 'Hành nghề có chứng chỉ, minh bạch và có trách nhiệm với khách hàng.',
  'slides.3.title': 'Bảo vệ quyền lợi hội viên',
  'slides.3.text': 'Lắng nghe, đồng hành và lên tiếng vì quyền lợi hợp pháp của hội viên.',
} as const;
