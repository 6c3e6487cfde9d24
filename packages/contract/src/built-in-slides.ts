export const builtInSlides = [
  {
    title: { vi: 'Mái nhà chung của người làm môi giới', en: 'One home for every broker' },
    text: {
      vi: 'Hội tập hợp các nhà môi giới, sàn giao dịch và chuyên gia trên cả nước để cùng học hỏi, hợp tác và phát triển.',
      en: 'The association brings brokers, brokerages and experts from all over the country together to learn, work and grow.',
    },
  },
  {
    title: { vi: 'Chuẩn mực nghề nghiệp', en: 'Professional standards' },
    text: {
      vi: 'Đào tạo, bộ quy tắc ứng xử và sự minh bạch giúp nghề môi giới được xã hội tin cậy.',
      en: 'Training, a code of conduct and openness make brokerage a profession that people trust.',
    },
  },
  {
    title: { vi: 'Bảo vệ quyền lợi hội viên', en: 'Protecting members’ rights' },
    text: {
      vi: 'Hội lên tiếng vì quyền và lợi ích hợp pháp của hội viên, trong từng giao dịch và trong từng chính sách.',
      en: 'The association speaks up for its members’ lawful rights and interests, in every deal and every policy.',
    },
  },
] as const;
