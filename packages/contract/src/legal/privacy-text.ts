import type { LegalTexts } from './legal-text.ts';

/**
 * The built-in privacy policy, which describes the stored data and the rights under Law 91/2025/QH15. The policy has
 * the version of the built-in terms.
 */
export const privacyText: LegalTexts = {
  vi: {
    title: 'Chính sách bảo mật',
    lead: 'Trang này cho biết tài khoản VID lưu giữ những thông tin nào của bạn, để làm gì và bạn có những quyền gì.',
    versionLabel: 'Phiên bản',
    sections: [
      {
        title: '1. Thông tin được lưu giữ',
        paragraphs: [
          'Số điện thoại và các số cũ của tài khoản; họ tên, ảnh đại diện, email, nhóm hội viên, tỉnh/thành phố và người giới thiệu nếu bạn cung cấp; với doanh nghiệp là tên doanh nghiệp, tên viết tắt, mã số thuế và người đại diện; với nhà môi giới là chứng chỉ hành nghề và nơi làm việc mà bạn khai báo, kèm kết quả đối chiếu của Hội.',
          'Mật khẩu chỉ được lưu dưới dạng băm, không ai đọc lại được. Mã OTP cũng chỉ được lưu dưới dạng băm và hết hiệu lực sau vài phút. Với passkey, chỉ khóa công khai, tên và thời điểm dùng gần nhất được lưu; vân tay và khuôn mặt không rời khỏi thiết bị của bạn. Với ứng dụng xác thực, khóa bí mật được lưu ở dạng mã hóa; mã khôi phục chỉ được lưu dưới dạng băm.',
          'Các phiên đăng nhập: thiết bị, địa chỉ IP, thời điểm đăng nhập và lần hoạt động gần nhất. Nhật ký các sự kiện quan trọng như đăng nhập, đổi mật khẩu và khóa tài khoản; các thông báo bảo mật; các yêu cầu khôi phục tài khoản, kèm thiết bị và địa chỉ IP.',
          'Tài khoản Facebook, Google hoặc Zalo mà bạn liên kết: mã định danh và tên tại nhà cung cấp, thời điểm liên kết.',
          'Phiên bản và mã băm của văn bản bạn đã đồng ý, thời điểm, cách thức và địa chỉ IP khi đồng ý hoặc rút lại; những ứng dụng nhận thông tin của bạn, kèm thời điểm và loại thông tin; các yêu cầu bạn gửi cho Hội về dữ liệu cá nhân.',
        ],
      },
      {
        title: '2. Mục đích',
        paragraphs: [
          'Để bạn đăng nhập an toàn, để các ứng dụng của Hội biết bạn là ai khi bạn đăng nhập, và để phát hiện, ngăn chặn việc chiếm đoạt tài khoản. Thông tin không được dùng để quảng cáo và không được bán. Hội chỉ gửi tin tức khi bạn đã đồng ý nhận tin.',
        ],
      },
      {
        title: '3. Bên nhận thông tin',
        paragraphs: [
          'Ứng dụng mà bạn đăng nhập sẽ nhận thông tin cần thiết cho lần đăng nhập đó; ứng dụng của bên thứ ba chỉ nhận thông tin sau khi bạn đã xem và đồng ý, và bạn có thể rút lại sự đồng ý ở trang Quyền riêng tư. Nếu bạn nhập mã giới thiệu, người giới thiệu sẽ thấy một phần tên của bạn và thời điểm bạn tạo tài khoản. Nhà cung cấp dịch vụ tin nhắn và email sẽ nhận số điện thoại hoặc địa chỉ email của bạn cùng nội dung tin, như mã OTP và thông báo bảo mật. Nếu bạn đăng nhập bằng Facebook, Google hoặc Zalo, nhà cung cấp đó biết bạn đăng nhập vào VID. Hình có mã cần nhập và phông chữ do chính máy chủ này cung cấp, không qua bên thứ ba.',
        ],
      },
      {
        title: '4. Trên thiết bị của bạn',
        paragraphs: [
          'Trình duyệt chỉ lưu các cookie cần cho việc đăng nhập, không dùng để quảng cáo hay theo dõi. Trừ cookie ngôn ngữ, mã lệnh trên trang không đọc được các cookie này.',
          'Lưu lâu dài: phiên đăng nhập (vid_sid); trình duyệt bạn từng dùng để đăng nhập (vid_dev, một năm); ngôn ngữ bạn chọn (vid_lang, một năm).',
          'Chỉ lưu trong khi bạn thực hiện một việc: gắn các bước với trình duyệt này (vid_pre, 30 phút); số điện thoại vừa xác minh hoặc bước xác minh thứ hai (vid_flow, 10 phút); đăng ký bằng Facebook, Google hoặc Zalo (vid_social, 15 phút); đăng nhập bằng mã QR (vid_qr, 2 phút); khôi phục tài khoản (vid_recovery, tối đa một giờ); đăng nhập vào một ứng dụng (vid_ix, vid_ix_resume, vid_ixp, vid_ix_open, 10 phút).',
          'Trình duyệt cũng lưu giao diện bạn chọn; riêng bước bạn đang thực hiện và những thông tin chưa lưu chỉ được giữ cho đến khi bạn đóng thẻ trình duyệt. VID không bao giờ lưu mật khẩu trong trình duyệt.',
        ],
      },
      {
        title: '5. Quyền của bạn',
        paragraphs: [
          'Theo Luật Bảo vệ dữ liệu cá nhân số 91/2025/QH15, bạn có quyền được biết về việc xử lý thông tin của mình; xem, sửa, nhận bản sao hoặc yêu cầu xóa thông tin; yêu cầu hạn chế hoặc phản đối việc xử lý; và rút lại sự đồng ý.',
          'Ở trang Quyền riêng tư trong tài khoản, bạn có thể xem và rút lại sự đồng ý, tải bản sao dữ liệu, gửi yêu cầu và xóa tài khoản. Hội trả lời yêu cầu trong 2 ngày làm việc. Bạn cũng có thể liên hệ Hội theo thông tin ở cuối trang.',
          'Khi bạn xóa tài khoản, dữ liệu được giữ thêm 30 ngày để bạn có thể đổi ý, sau đó bị xóa hẳn. Hội chỉ giữ lại mã tài khoản cùng thời điểm và loại của các sự kiện bảo mật.',
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
          'Your phone number and the former numbers of the account; your name, picture, email, member group, province or city and who referred you, if you give them; for a business, its name, short name, tax code and representative; for a broker, the practising certificate and employer that you declare, and what the association found when it checked them.',
          'Your password is kept only as a hash, which nobody can turn back into the password. One-time codes are also kept only as hashes and expire within minutes. For a passkey, only its public key, its name and when it was last used are kept; your fingerprint and face never leave your device. The secret of an authenticator app is kept encrypted, and recovery codes only as hashes.',
          'Your sessions: device, IP address, when you signed in and when you were last active. A log of important events such as sign-ins, password changes and account locks; security notices; requests to recover the account, with the device and IP address.',
          'A Facebook, Google or Zalo account that you link: your ID and name at the provider, and when you linked it.',
          'The version and hash of each document that you agreed to, and when, how and from which IP address you agreed or withdrew; the apps that receive your information, with the time and the kind of information; the requests about your personal data that you send to the association.',
        ],
      },
      {
        title: '2. Why we keep it',
        paragraphs: [
          'To let you sign in securely, to tell the association’s apps who you are when you sign in to them, and to detect and prevent account takeover. Your information is not used for advertising and is never sold. The association sends you news only if you have agreed to it.',
        ],
      },
      {
        title: '3. Who receives it',
        paragraphs: [
          'An app that you sign in to receives the information it needs to sign you in. A third-party app receives information only after you have seen what it will receive and agreed, and you can withdraw your consent on the Privacy page. If you enter a referral code, the person who referred you sees your name, partly hidden, and when you created your account. The providers of text messages and email receive your phone number or email address and the message, such as a code or a security notice. If you sign in with Facebook, Google or Zalo, that provider learns that you signed in to VID. The security-check pictures and the fonts come from this server, not from third parties.',
        ],
      },
      {
        title: '4. On your device',
        paragraphs: [
          'The browser keeps only cookies that signing in needs, none for advertising or tracking. Except for the language, no script on the page can read them.',
          'Kept for longer: your session (vid_sid); a browser you have signed in with (vid_dev, one year); the language you chose (vid_lang, one year).',
          'Kept only while you do something: the steps you take in this browser (vid_pre, 30 minutes); the phone number you have just verified, or the second step (vid_flow, 10 minutes); creating an account with Facebook, Google or Zalo (vid_social, 15 minutes); signing in by QR code (vid_qr, 2 minutes); recovering your account (vid_recovery, at most one hour); signing in to an app (vid_ix, vid_ix_resume, vid_ixp, vid_ix_open, 10 minutes).',
          'The browser also keeps the appearance you chose. Until you close the tab, it keeps the step you are on and any information you have not saved. VID never stores your password in the browser.',
        ],
      },
      {
        title: '5. Your rights',
        paragraphs: [
          'Under the Law on Personal Data Protection (No. 91/2025/QH15), you have the right to know how your information is processed; to see it, correct it, receive a copy of it or ask for it to be deleted; to ask for its processing to be restricted, or object to it; and to withdraw your consent.',
          'On the Privacy page of your account you can see and withdraw your consents, download a copy of your data, send requests and delete your account. The association replies to requests within 2 working days. You can also reach it through the contact details at the bottom of this page.',
          'When you delete your account, its data is kept for 30 days in case you change your mind, and then erased. Only the account’s ID and the times and kinds of its security events remain.',
        ],
      },
    ],
  },
};
