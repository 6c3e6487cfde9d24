import type { LegalTexts } from './legal-text.ts';

/** Terms of use. A change of meaning needs a new `termsVersion`, because each agreement records its version. */
export const termsText: LegalTexts = {
  vi: {
    title: 'Điều khoản sử dụng',
    lead: 'Các điều khoản này áp dụng cho tài khoản VID và cho mọi ứng dụng bạn đăng nhập bằng tài khoản này.',
    versionLabel: 'Phiên bản',
    sections: [
      {
        title: '1. Tài khoản',
        paragraphs: [
          'Mỗi số điện thoại di động Việt Nam có một tài khoản, cá nhân hoặc doanh nghiệp. Bạn cam kết số điện thoại là của mình và thông tin khai báo là đúng.',
          'Người đăng ký tài khoản doanh nghiệp cam kết có quyền đại diện cho doanh nghiệp đó. Tài khoản doanh nghiệp chỉ được coi là đã xác minh sau khi Hội kiểm tra.',
        ],
      },
      {
        title: '2. Giữ an toàn cho tài khoản',
        paragraphs: [
          'Bạn giữ kín mật khẩu và mã xác thực. Hội không bao giờ hỏi mật khẩu hay mã xác thực qua điện thoại, tin nhắn hoặc email.',
          'Khi nghi ngờ có người khác dùng tài khoản, hãy đổi mật khẩu và đăng xuất khỏi mọi thiết bị trong mục Bảo mật, rồi báo cho Hội.',
        ],
      },
      {
        title: '3. Cách sử dụng được chấp nhận',
        paragraphs: [
          'Không mạo danh người khác, không dò tìm mật khẩu hay mã xác thực, không dùng công cụ tự động để tạo tài khoản hoặc gửi tin nhắn, không làm gián đoạn dịch vụ.',
          'Hội có thể khóa tài khoản vi phạm. Bạn có quyền hỏi lý do và đề nghị xem xét lại.',
        ],
      },
      {
        title: '4. Đăng nhập vào ứng dụng khác',
        paragraphs: [
          'Khi bạn đăng nhập vào một ứng dụng bằng tài khoản VID, ứng dụng đó nhận những thông tin cần thiết để biết bạn là ai, như tên, số điện thoại và vai trò của bạn trong ứng dụng. Mỗi ứng dụng tự chịu trách nhiệm về nội dung và dịch vụ của mình.',
        ],
      },
      {
        title: '5. Dịch vụ và thay đổi',
        paragraphs: [
          'Hội cố gắng giữ dịch vụ hoạt động liên tục nhưng có thể tạm ngừng để bảo trì. Khi điều khoản thay đổi về nội dung, phiên bản mới được công bố tại trang này và bạn sẽ được hỏi ý kiến trước khi áp dụng cho mình.',
          'Bạn có thể ngừng sử dụng và yêu cầu xóa tài khoản bất cứ lúc nào.',
        ],
      },
    ],
  },
  en: {
    title: 'Terms of use',
    lead: 'These terms apply to the VID account and to every application that you sign in to with it.',
    versionLabel: 'Version',
    sections: [
      {
        title: '1. The account',
        paragraphs: [
          'Each Vietnamese mobile number has one account, personal or enterprise. You declare that the number is yours and that what you state is true.',
          'Whoever registers an enterprise account declares that they may act for that enterprise. It counts as verified only after the association has checked it.',
        ],
      },
      {
        title: '2. Keeping it safe',
        paragraphs: [
          'Keep your password and your codes to yourself. The association never asks for a password or a code by phone, message or e-mail.',
          'If you suspect that somebody else uses your account, change the password and sign out of every device under Security, then tell the association.',
        ],
      },
      {
        title: '3. Acceptable use',
        paragraphs: [
          'Do not impersonate others, do not guess passwords or codes, do not use automatic tools to create accounts or to send messages, and do not disturb the service.',
          'The association may lock an account that breaks these terms. You may ask for the reason and for a review.',
        ],
      },
      {
        title: '4. Signing in to other applications',
        paragraphs: [
          'When you sign in to an application with your VID account, it receives what it needs to know who you are, such as your name, your phone number and your role in it. Each application answers for its own content and services.',
        ],
      },
      {
        title: '5. The service and changes',
        paragraphs: [
          'The association strives to keep the service running but may pause it for maintenance. When the meaning of these terms changes, the new version is published on this page and you are asked before it applies to you.',
          'You may stop using the account and ask for its deletion at any time.',
        ],
      },
    ],
  },
};
