import type { LegalTexts } from './legal-text.ts';

/** Privacy policy: the stored data and the rights under Law 91/2025/QH15. Versioned with the terms. */
export const privacyText: LegalTexts = {
  vi: {
    title: 'Chính sách bảo mật',
    lead: 'Trang này cho biết tài khoản VID lưu giữ những thông tin nào của bạn, để làm gì và bạn có những quyền gì.',
    versionLabel: 'Phiên bản',
    sections: [
      {
        title: '1. Thông tin được lưu giữ',
        paragraphs: [
          'Số điện thoại; họ tên, email, vai trò và tỉnh/thành phố nếu bạn cung cấp; với doanh nghiệp là tên doanh nghiệp, tên viết tắt, mã số thuế và người đại diện.',
          'Mật khẩu chỉ được lưu dưới dạng băm, không ai đọc lại được. Mã OTP cũng chỉ được lưu dưới dạng băm và hết hiệu lực sau vài phút.',
          'Các phiên đăng nhập: thiết bị, địa chỉ IP, thời điểm đăng nhập và lần hoạt động gần nhất. Nhật ký các sự kiện quan trọng như đăng nhập, đổi mật khẩu và khóa tài khoản.',
          'Phiên bản điều khoản bạn đã đồng ý và thời điểm đồng ý; những ứng dụng của bên thứ ba mà bạn cho phép nhận thông tin.',
        ],
      },
      {
        title: '2. Mục đích',
        paragraphs: [
          'Để bạn đăng nhập an toàn, để các ứng dụng của Hội nhận ra bạn khi bạn yêu cầu, để phát hiện và ngăn chặn việc chiếm đoạt tài khoản. Thông tin không được dùng để quảng cáo và không được bán.',
        ],
      },
      {
        title: '3. Ai nhận được thông tin',
        paragraphs: [
          'Ứng dụng mà bạn đăng nhập nhận thông tin cần thiết cho lần đăng nhập đó; ứng dụng của bên thứ ba chỉ nhận thông tin sau khi bạn đã xem và đồng ý, và bạn có thể rút lại sự đồng ý ở trang Bảo mật. Nhà cung cấp tin nhắn nhận số điện thoại và nội dung tin nhắn chứa mã OTP. Hình mã bảo vệ và phông chữ do chính máy chủ này cung cấp, không qua bên thứ ba.',
        ],
      },
      {
        title: '4. Trên thiết bị của bạn',
        paragraphs: [
          'Trình duyệt lưu một cookie cho phiên đăng nhập và một cookie để nhận ra, trong một năm, trình duyệt mà bạn từng dùng để đăng nhập; mã lệnh trên trang không đọc được hai cookie này. Trình duyệt cũng lưu ngôn ngữ và giao diện bạn chọn, cùng bước bạn đang thực hiện và những thông tin chưa lưu, cho đến khi bạn đóng thẻ. VID không bao giờ lưu mật khẩu trong trình duyệt.',
        ],
      },
      {
        title: '5. Quyền của bạn',
        paragraphs: [
          'Theo Luật Bảo vệ dữ liệu cá nhân số 91/2025/QH15, bạn có quyền được biết về việc xử lý thông tin của mình; xem, sửa, nhận bản sao hoặc yêu cầu xóa thông tin; yêu cầu hạn chế hoặc phản đối việc xử lý; và rút lại sự đồng ý.',
          'Bạn có thể sửa thông tin và xem các phiên đăng nhập ngay trong tài khoản. Các yêu cầu khác, vui lòng gửi đến Hội theo thông tin liên hệ ở cuối trang.',
        ],
      },
    ],
  },
  en: {
    title: 'Privacy policy',
    lead: 'This page explains what information your VID account holds about you, why, and what rights you have.',
    versionLabel: 'Version',
    sections: [
      {
        title: '1. What we keep',
        paragraphs: [
          'Your phone number; your name, email, role and province or city if you give them; for a business, its name, short name, tax code and representative.',
          'Your password is kept only as a hash, which nobody can turn back into the password. One-time codes are also kept only as hashes and expire within minutes.',
          'Your sessions: device, IP address, when you signed in and when you were last active. A log of important events such as sign-ins, password changes and account locks.',
          'Which version of the terms you agreed to, and when; the third-party apps that you allow to receive your information.',
        ],
      },
      {
        title: '2. Why we keep it',
        paragraphs: [
          'To let you sign in safely, to tell the association’s apps who you are when you ask for it, and to detect and prevent account takeover. It is not used for advertising and is never sold.',
        ],
      },
      {
        title: '3. Who receives it',
        paragraphs: [
          'An app that you sign in to receives what that sign-in needs. A third-party app receives it only after you have seen the list and agreed, and you can withdraw your consent on the Security page. The text-message provider receives your phone number and the message with the code. The pictures of the security check and the fonts come from this server, not from third parties.',
        ],
      },
      {
        title: '4. On your device',
        paragraphs: [
          'The browser keeps a cookie for your session and one that recognises, for a year, a browser you have signed in with; no script on the page can read either. It also keeps the language and appearance you chose, and, until you close the tab, the step you are on and what you have started to enter. VID never stores your password in the browser.',
        ],
      },
      {
        title: '5. Your rights',
        paragraphs: [
          'Under the Law on Personal Data Protection, 91/2025/QH15, you have the right to know how your information is used, and to see it, correct it, receive a copy of it, ask for it to be deleted, restrict or object to its processing, and withdraw your consent.',
          'You can correct your information and see your sessions in your account. Please send other requests to the association, using the contact details at the bottom of this page.',
        ],
      },
    ],
  },
};
