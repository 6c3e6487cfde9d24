import type { LegalTexts } from './legal-text.ts';

/** The optional consent to news from the association, off by default and revocable at any time. */
export const marketingText: LegalTexts = {
  vi: {
    title: 'Nhận tin từ Hội',
    lead: 'Hội gửi cho bạn tin tức, lời mời sự kiện và chương trình đào tạo.',
    versionLabel: 'Phiên bản',
    sections: [
      {
        title: 'Bạn đồng ý điều gì',
        paragraphs: [
          'Hội dùng số điện thoại, họ tên, nhóm hội viên và email (nếu có) của bạn để gửi tin qua tin nhắn hoặc email. Hội không chuyển các thông tin này cho bên khác để quảng cáo.',
          'Sự đồng ý này không bắt buộc và không ảnh hưởng đến tài khoản. Bạn có thể rút lại bất cứ lúc nào; Hội ngừng gửi tin chậm nhất sau 15 ngày.',
        ],
      },
    ],
  },
  en: {
    title: 'News from the association',
    lead: 'The association sends you news and invitations to events and training.',
    versionLabel: 'Version',
    sections: [
      {
        title: 'What you agree to',
        paragraphs: [
          'The association uses your phone number, name, member group and email (if you gave one) to send you news by text message or email. It does not pass them to others for advertising.',
          'This consent is optional and does not affect your account. You can withdraw it at any time; the association stops within 15 days.',
        ],
      },
    ],
  },
};
