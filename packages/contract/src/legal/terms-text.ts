import type { LegalTexts } from './legal-text.ts';

/**
 * The built-in terms of use, in force until an administrator publishes other terms. A change in meaning needs a new
 * `termsVersion`, because each agreement records its version.
 */
export const termsText: LegalTexts = {
  vi: {
    title: 'Điều khoản sử dụng',
    lead: 'Các điều khoản này áp dụng cho tài khoản VID của bạn và cho mọi ứng dụng bạn đăng nhập bằng tài khoản này.',
    versionLabel: 'Phiên bản',
    sections: [
      {
        title: '1. Tài khoản',
        paragraphs: [
          'Mỗi số điện thoại di động Việt Nam chỉ được đăng ký một tài khoản, cá nhân hoặc doanh nghiệp. Bạn cam kết số điện thoại là của mình và thông tin đã cung cấp là đúng.',
          'Người đăng ký tài khoản doanh nghiệp cam kết có quyền đại diện cho doanh nghiệp đó. Tài khoản doanh nghiệp chỉ được coi là đã xác minh sau khi Hội kiểm tra.',
        ],
      },
      {
        title: '2. Giữ an toàn cho tài khoản',
        paragraphs: [
          'Hãy giữ kín mật khẩu và mã OTP. Hội không bao giờ hỏi mật khẩu hay mã OTP qua điện thoại, tin nhắn hoặc email.',
          'Nếu nghi ngờ có người khác dùng tài khoản, hãy đổi mật khẩu, đăng xuất khỏi mọi thiết bị ở trang Bảo mật và báo cho Hội.',
        ],
      },
      {
        title: '3. Quy định sử dụng',
        paragraphs: [
          'Không mạo danh người khác, không dò tìm mật khẩu hay mã OTP, không dùng công cụ tự động để tạo tài khoản hoặc gửi tin nhắn, không làm gián đoạn dịch vụ.',
          'Hội có thể khóa tài khoản vi phạm. Bạn có quyền yêu cầu cho biết lý do và đề nghị xem xét lại.',
        ],
      },
      {
        title: '4. Đăng nhập vào ứng dụng khác',
        paragraphs: [
          'Khi bạn đăng nhập vào một ứng dụng bằng tài khoản VID, ứng dụng đó nhận những thông tin cần thiết để xác định bạn là ai, như họ tên, số điện thoại và vai trò của bạn trong ứng dụng. Mỗi ứng dụng tự chịu trách nhiệm về nội dung và dịch vụ của mình.',
        ],
      },
      {
        title: '5. Duy trì dịch vụ và thay đổi điều khoản',
        paragraphs: [
          'Hội cố gắng duy trì dịch vụ liên tục nhưng có thể tạm ngừng để bảo trì. Khi nội dung điều khoản thay đổi, phiên bản mới được công bố tại trang này, kèm ngày ban hành.',
          'Bạn có thể ngừng sử dụng và yêu cầu xóa tài khoản bất cứ lúc nào.',
        ],
      },
    ],
  },
  en: {
    title: 'Terms of use',
    lead: 'These terms apply to your VID account and to every app that you sign in to with it.',
    versionLabel: 'Version',
    sections: [
      {
        title: '1. Your account',
        paragraphs: [
          'Each Vietnamese mobile number can have only one account, either personal or business. You confirm that the number is yours and that the information you give is true.',
          'If you create a business account, you confirm that you are authorised to act for that business. The account is verified only after the association has checked it.',
        ],
      },
      {
        title: '2. Keeping your account safe',
        paragraphs: [
          'Keep your password and your one-time codes secret. The association will never ask you for a password or a code by phone, message or email.',
          'If you think someone else is using your account, change your password, sign out everywhere on the Security page, and tell the association.',
        ],
      },
      {
        title: '3. Acceptable use',
        paragraphs: [
          'Do not impersonate others, do not try to guess passwords or codes, do not use automated tools to create accounts or send messages, and do not disrupt the service.',
          'The association may lock an account that breaks these terms. You may ask for the reason and request a review.',
        ],
      },
      {
        title: '4. Signing in to other apps',
        paragraphs: [
          'When you sign in to an app with your VID account, the app receives the information that it needs to identify you, such as your name, your phone number and your role in the app. Each app is responsible for its own content and services.',
        ],
      },
      {
        title: '5. Availability and changes to these terms',
        paragraphs: [
          'The association works to keep the service running but may pause it for maintenance. When these terms change, the new version is published on this page with its date of issue.',
          'You may stop using your account and request its deletion at any time.',
        ],
      },
    ],
  },
};
