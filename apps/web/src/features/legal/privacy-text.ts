import type { LegalTexts } from './legal-text.ts';

/** Privacy policy: the stored data and the rights under Law 91/2025/QH15. Versioned with the terms. */
export const privacyText: LegalTexts = {
  vi: {
    title: 'Chính sách bảo mật',
    lead: 'Trang này nói rõ tài khoản VID lưu giữ thông tin gì về bạn, để làm gì và bạn có những quyền nào.',
    versionLabel: 'Phiên bản',
    sections: [
      {
        title: '1. Thông tin được lưu giữ',
        paragraphs: [
          'Số điện thoại; tên, email, vai trò và tỉnh thành nếu bạn cung cấp; với doanh nghiệp là tên, tên viết tắt, mã số thuế và người đại diện.',
          'Mật khẩu chỉ được lưu dưới dạng băm, không ai đọc lại được. Mã xác thực cũng chỉ được lưu dưới dạng băm và hết hiệu lực sau vài phút.',
          'Các phiên đăng nhập: thiết bị, địa chỉ mạng, thời điểm bắt đầu và lần dùng gần nhất. Nhật ký các việc quan trọng như đăng nhập, đổi mật khẩu và khóa tài khoản.',
          'Phiên bản điều khoản bạn đã đồng ý và thời điểm đồng ý; những ứng dụng của bên thứ ba mà bạn cho nhận thông tin.',
        ],
      },
      {
        title: '2. Mục đích',
        paragraphs: [
          'Để bạn đăng nhập an toàn, để các ứng dụng của Hội biết bạn là ai khi bạn yêu cầu, để phát hiện và ngăn việc chiếm đoạt tài khoản. Thông tin không được dùng để quảng cáo và không được bán.',
        ],
      },
      {
        title: '3. Ai nhận được thông tin',
        paragraphs: [
          'Ứng dụng mà bạn đăng nhập nhận thông tin cần thiết cho lần đăng nhập đó; ứng dụng của bên thứ ba chỉ nhận sau khi bạn đã xem và đồng ý, và bạn rút lại sự đồng ý được ở trang Bảo mật. Nhà cung cấp tin nhắn nhận số điện thoại và nội dung tin nhắn chứa mã xác thực. Hình mã bảo vệ và phông chữ do chính máy chủ này cung cấp, không qua bên thứ ba.',
        ],
      },
      {
        title: '4. Trên thiết bị của bạn',
        paragraphs: [
          'Trình duyệt giữ một cookie phiên mà mã lệnh trên trang không đọc được, ngôn ngữ và giao diện bạn chọn, và bước đang làm dở. Mật khẩu không bao giờ được lưu trong trình duyệt bởi trang này.',
        ],
      },
      {
        title: '5. Quyền của bạn',
        paragraphs: [
          'Theo Luật Bảo vệ dữ liệu cá nhân số 91/2025/QH15, bạn có quyền được biết, xem, sửa, nhận bản sao, yêu cầu xóa, hạn chế hoặc phản đối việc xử lý thông tin của mình, và rút lại sự đồng ý.',
          'Bạn sửa thông tin và xem các phiên đăng nhập ngay trong tài khoản. Các yêu cầu khác xin gửi đến Hội theo thông tin liên hệ ở cuối trang.',
        ],
      },
    ],
  },
  en: {
    title: 'Privacy policy',
    lead: 'This page says what the VID account keeps about you, what for, and which rights you have.',
    versionLabel: 'Version',
    sections: [
      {
        title: '1. What is kept',
        paragraphs: [
          'Your phone number; your name, e-mail, role and province if you give them; for an enterprise its name, short name, tax code and representative.',
          'Your password is kept only as a hash that nobody can read back. Codes are kept only as hashes too and expire within minutes.',
          'Your sessions: device, network address, when they began and were last used. A log of important events such as sign-ins, changes of password and locks.',
          'Which version of the terms you agreed to, and when; the third-party applications that you let receive your information.',
        ],
      },
      {
        title: '2. What for',
        paragraphs: [
          'To let you sign in safely, to tell the association’s applications who you are when you ask for it, and to detect and prevent the takeover of accounts. It is not used for advertising and not sold.',
        ],
      },
      {
        title: '3. Who receives it',
        paragraphs: [
          'An application that you sign in to receives what that sign-in needs. A third-party application receives it only after you have seen the list and agreed, and you can withdraw that on the Security page. The message provider receives your phone number and the text with the code. The pictures of the security code and the fonts come from this server itself, not from third parties.',
        ],
      },
      {
        title: '4. On your device',
        paragraphs: [
          'The browser keeps a session cookie that no script on the page can read, the language and appearance you chose, and the step you are at. This page never stores a password in the browser.',
        ],
      },
      {
        title: '5. Your rights',
        paragraphs: [
          'Under the Law on Personal Data Protection, 91/2025/QH15, you may know, see, correct, receive a copy of, delete, restrict or object to the processing of your information, and withdraw your consent.',
          'You correct your information and see your sessions in the account itself. Please send other requests to the association by the contact at the foot of this page.',
        ],
      },
    ],
  },
};
