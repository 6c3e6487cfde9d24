import type { Words } from './messages/words.ts';

/**
 * Every kind of event in the audit log with its name, in the groups that administrators filter by. The group also decides
 * how long its events are kept (`VID_AUDIT_*`).
 */
const kinds = {
  'sign-in': {
    'session.started': { vi: 'Đăng nhập', en: 'Signed in' },
    'session.confirmed': {
      vi: 'Xác nhận lại danh tính trong phiên',
      en: 'Identity confirmed in a session',
    },
    'session.ended': { vi: 'Kết thúc một phiên đăng nhập', en: 'Session ended' },
    'session.ended-all': { vi: 'Mọi phiên đăng nhập kết thúc', en: 'All sessions ended' },
    'sign-in.failed': {
      vi: 'Đăng nhập hoặc xác nhận không thành công',
      en: 'Sign-in or confirmation failed',
    },
    'sign-in.step': {
      vi: 'Qua bước đầu của xác minh hai bước',
      en: 'First step of a two-step sign-in passed',
    },
    'qr.approved': { vi: 'Đồng ý đăng nhập bằng mã QR', en: 'QR code sign-in approved' },
    'qr.denied': { vi: 'Từ chối đăng nhập bằng mã QR', en: 'QR code sign-in denied' },
  },
  codes: {
    'otp.sent': { vi: 'Gửi mã OTP', en: 'One-time code sent' },
    'otp.verified': { vi: 'Nhập đúng mã OTP', en: 'Correct one-time code entered' },
    'otp.refused': {
      vi: 'Mã OTP bị từ chối hoặc không được gửi',
      en: 'One-time code rejected or not sent',
    },
  },
  account: {
    'account.created': { vi: 'Tạo tài khoản', en: 'Account created' },
    'account.erased': { vi: 'Xóa hẳn tài khoản', en: 'Account erased' },
    'profile.changed': { vi: 'Đổi thông tin tài khoản', en: 'Profile changed' },
    'avatar.changed': { vi: 'Đổi ảnh đại diện', en: 'Profile picture changed' },
    'email.link-sent': { vi: 'Gửi liên kết xác nhận email', en: 'Email confirmation link sent' },
    'email.confirmed': { vi: 'Xác nhận địa chỉ email', en: 'Email address confirmed' },
    'email.removed': { vi: 'Xóa địa chỉ email', en: 'Email address removed' },
    'phone.changed': { vi: 'Đổi số điện thoại', en: 'Phone number changed' },
    'phone.change-undone': { vi: 'Hoàn tác việc đổi số điện thoại', en: 'Phone number change undone' },
    'phone.released': {
      vi: 'Số điện thoại chuyển sang chủ mới',
      en: 'Phone number passed to its new owner',
    },
    'certificate.changed': {
      vi: 'Khai báo hoặc xóa chứng chỉ hành nghề',
      en: 'Practising certificate declared or removed',
    },
    'deletion.requested': { vi: 'Yêu cầu xóa tài khoản', en: 'Account deletion requested' },
    'deletion.cancelled': { vi: 'Hủy việc xóa tài khoản', en: 'Account deletion cancelled' },
  },
  security: {
    'password.changed': { vi: 'Đổi mật khẩu', en: 'Password changed' },
    'password.reset': { vi: 'Đặt lại mật khẩu', en: 'Password reset' },
    'two-step.switched-on': { vi: 'Bật xác minh hai bước', en: 'Two-step sign-in turned on' },
    'two-step.switched-off': { vi: 'Tắt xác minh hai bước', en: 'Two-step sign-in turned off' },
    'recovery-codes.replaced': { vi: 'Tạo mã khôi phục mới', en: 'Recovery codes replaced' },
    'recovery-code.used': { vi: 'Dùng một mã khôi phục', en: 'Recovery code used' },
    'passkey.added': { vi: 'Thêm passkey', en: 'Passkey added' },
    'passkey.renamed': { vi: 'Đổi tên passkey', en: 'Passkey renamed' },
    'passkey.removed': { vi: 'Xóa passkey', en: 'Passkey removed' },
    'passkey.backup-changed': {
      vi: 'Thay đổi trạng thái đồng bộ của passkey',
      en: 'Passkey sync status changed',
    },
    'passkey.counter-regressed': {
      vi: 'Chặn passkey có thể đã bị sao chép',
      en: 'Passkey blocked because it may have been copied',
    },
    'identity.linked': { vi: 'Liên kết tài khoản mạng xã hội', en: 'Social account linked' },
    'identity.removed': { vi: 'Hủy liên kết tài khoản mạng xã hội', en: 'Social account unlinked' },
    'recovery.requested': { vi: 'Yêu cầu khôi phục tài khoản', en: 'Account recovery requested' },
    'recovery.refused': { vi: 'Từ chối khôi phục tài khoản', en: 'Account recovery declined' },
    'recovery.ready': {
      vi: 'Hết thời gian chờ khôi phục tài khoản',
      en: 'Recovery waiting period ended',
    },
    'recovery.stopped': { vi: 'Hủy khôi phục tài khoản', en: 'Account recovery cancelled' },
    'account.recovered': { vi: 'Khôi phục tài khoản', en: 'Account recovered' },
    'sso.token-reused': {
      vi: 'Thu hồi quyền truy cập của ứng dụng vì mã hoặc token bị dùng lại',
      en: 'App’s access ended because a code or token was used again',
    },
  },
  privacy: {
    'consent.given': { vi: 'Đồng ý chia sẻ hoặc xử lý dữ liệu', en: 'Consent given' },
    'consent.withdrawn': { vi: 'Rút lại sự đồng ý', en: 'Consent withdrawn' },
    'export.requested': { vi: 'Yêu cầu bản sao dữ liệu', en: 'Copy of data requested' },
    'export.ready': { vi: 'Bản sao dữ liệu đã sẵn sàng', en: 'Copy of data ready' },
    'export.downloaded': { vi: 'Tải bản sao dữ liệu', en: 'Copy of data downloaded' },
    'privacy-request.made': { vi: 'Gửi yêu cầu về dữ liệu cá nhân', en: 'Privacy request sent' },
    'privacy-request.closed': {
      vi: 'Đóng hoặc rút yêu cầu về dữ liệu cá nhân',
      en: 'Privacy request closed or withdrawn',
    },
    'privacy-request.viewed': { vi: 'Xem yêu cầu về dữ liệu cá nhân', en: 'Privacy request viewed' },
    'privacy-request.answered': { vi: 'Trả lời yêu cầu về dữ liệu cá nhân', en: 'Privacy request answered' },
    'privacy-request.extended': { vi: 'Gia hạn yêu cầu về dữ liệu cá nhân', en: 'Privacy request extended' },
    'incident.opened': { vi: 'Mở sự cố dữ liệu', en: 'Data incident opened' },
    'incident.changed': { vi: 'Sửa sự cố dữ liệu', en: 'Data incident changed' },
    'incident.accounts-added': { vi: 'Thêm tài khoản bị ảnh hưởng', en: 'Affected accounts added' },
    'incident.account-removed': {
      vi: 'Bỏ tài khoản khỏi sự cố dữ liệu',
      en: 'Account removed from a data incident',
    },
    'incident.accounts-exported': {
      vi: 'Tải danh sách bị ảnh hưởng',
      en: 'List of affected accounts downloaded',
    },
    'incident.authority-notified': {
      vi: 'Ghi nhận đã báo cơ quan chức năng',
      en: 'Notice to the authority recorded',
    },
    'incident.members-notice': {
      vi: 'Yêu cầu báo cho hội viên bị ảnh hưởng',
      en: 'Notice to affected members requested',
    },
    'incident.notice-stopped': {
      vi: 'Dừng báo cho hội viên bị ảnh hưởng',
      en: 'Notice to affected members stopped',
    },
    'incident.member-told': {
      vi: 'Báo cho hội viên về sự cố dữ liệu',
      en: 'Member notified of a data incident',
    },
    'incident.closed': { vi: 'Đóng sự cố dữ liệu', en: 'Data incident closed' },
  },
  administration: {
    'sms-breaker.opened': {
      vi: 'Tạm ngừng gửi mã OTP cho số chưa có tài khoản',
      en: 'Codes to numbers without an account paused',
    },
    'sms-breaker.closed': { vi: 'Cho gửi mã OTP đến mọi số', en: 'Codes to every number allowed' },
    'sms-breaker.released': {
      vi: 'Để hệ thống tự quyết định việc gửi mã OTP',
      en: 'Code sending set back to automatic',
    },
    'accounts.searched': { vi: 'Tra cứu danh sách tài khoản', en: 'List of accounts searched' },
    'account.viewed': { vi: 'Xem tài khoản của hội viên', en: 'Member’s account viewed' },
    'account.locked': { vi: 'Khóa tài khoản', en: 'Account locked' },
    'account.unlocked': { vi: 'Mở khóa tài khoản', en: 'Account unlocked' },
    'accounts.bulk-started': {
      vi: 'Bắt đầu thay đổi nhiều tài khoản',
      en: 'Bulk change of accounts started',
    },
    'accounts.bulk-ended': { vi: 'Kết thúc thay đổi nhiều tài khoản', en: 'Bulk change of accounts ended' },
    'accounts.bulk-undone': {
      vi: 'Hoàn tác thay đổi nhiều tài khoản',
      en: 'Bulk change of accounts undone',
    },
    'account.noted': { vi: 'Thêm ghi chú về tài khoản', en: 'Note added to an account' },
    'account.menu-changed': { vi: 'Đổi menu của hội viên', en: 'Member’s menu changed' },
    'throttle.lifted': { vi: 'Gỡ giới hạn đăng nhập', en: 'Sign-in limit lifted' },
    'password.change-forced': { vi: 'Yêu cầu hội viên đổi mật khẩu', en: 'Password change required' },
    'approval.requested': {
      vi: 'Gửi đề nghị, chờ quản trị viên thứ hai',
      en: 'Change requested, waiting for a second administrator',
    },
    'approval.confirmed': {
      vi: 'Xác nhận đề nghị của quản trị viên khác',
      en: 'Another administrator’s request confirmed',
    },
    'approval.refused': { vi: 'Từ chối hoặc rút đề nghị', en: 'Request declined or withdrawn' },
    'role.granted': { vi: 'Cấp quyền quản trị', en: 'Administrator role granted' },
    'role.withdrawn': { vi: 'Thu hồi quyền quản trị', en: 'Administrator role withdrawn' },
    'certificate.confirmed': { vi: 'Xác nhận chứng chỉ hành nghề', en: 'Practising certificate confirmed' },
    'certificate.refused': {
      vi: 'Không xác nhận chứng chỉ hành nghề',
      en: 'Practising certificate not confirmed',
    },
    'import.upload-started': { vi: 'Bắt đầu tải tệp nhập lên', en: 'Import upload started' },
    'import.checked': { vi: 'Kiểm tra tệp nhập', en: 'Import file checked' },
    'import.started': { vi: 'Bắt đầu nhập hội viên', en: 'Import started' },
    'import.cancelled': { vi: 'Dừng nhập hội viên', en: 'Import stopped' },
    'import.undone': { vi: 'Hoàn tác lần nhập', en: 'Import undone' },
    'import.rows-viewed': { vi: 'Xem các dòng của tệp nhập', en: 'Import rows viewed' },
    'import.report-downloaded': { vi: 'Tải báo cáo nhập', en: 'Import report downloaded' },
    'accounts.exported': { vi: 'Xuất danh sách hội viên', en: 'Members exported' },
    'accounts.list-exported': { vi: 'Tải danh sách tài khoản', en: 'List of accounts downloaded' },
    'accounts.export-downloaded': { vi: 'Tải về tệp xuất hội viên', en: 'Export of members downloaded' },
    'accounts.export-deleted': { vi: 'Xóa tệp xuất hội viên', en: 'Export of members deleted' },
    'accounts.export-secret-shown': {
      vi: 'Xem khóa bí mật của mật khẩu đã băm',
      en: 'Password hash secret viewed',
    },
    'certificate.viewed': { vi: 'Xem chứng chỉ hành nghề', en: 'Practising certificate viewed' },
    'enterprise.verified': { vi: 'Xác minh doanh nghiệp', en: 'Business verified' },
    'enterprise.refused': {
      vi: 'Từ chối hoặc thu hồi xác minh doanh nghiệp',
      en: 'Business declined, or verification withdrawn',
    },
    'enterprise.viewed': { vi: 'Xem hồ sơ doanh nghiệp', en: 'Business viewed' },
    'params.changed': { vi: 'Đổi thông tin của Hội', en: 'Association’s settings changed' },
    'params.restored': {
      vi: 'Khôi phục bản cũ của thông tin Hội',
      en: 'Earlier version of the association’s settings restored',
    },
    'params.image-added': { vi: 'Tải hình ảnh của Hội lên', en: 'Association’s image uploaded' },
    'legal.published': {
      vi: 'Công bố phiên bản mới của điều khoản hoặc chính sách',
      en: 'New version of the terms or the privacy policy published',
    },
    'signing-keys.rotated': { vi: 'Tạo khóa ký mới', en: 'New signing keys created' },
    'master-key.replaced': { vi: 'Thay khóa chính', en: 'Master key replaced' },
    'database.confirmed': {
      vi: 'Xác nhận bản sao là cơ sở dữ liệu chính',
      en: 'Copy confirmed as the main database',
    },
    'audit.searched': { vi: 'Tra cứu nhật ký hệ thống', en: 'Audit log searched' },
    'audit.read': { vi: 'Xem chi tiết một sự kiện', en: 'Audit log event viewed' },
    'audit.exported': { vi: 'Tải nhật ký hệ thống', en: 'Audit log exported' },
  },
  applications: {
    'application.added': { vi: 'Đăng ký ứng dụng', en: 'App registered' },
    'application.changed': { vi: 'Đổi thông tin ứng dụng', en: 'App changed' },
    'application.locked': { vi: 'Khóa ứng dụng', en: 'App locked' },
    'application.unlocked': { vi: 'Mở khóa ứng dụng', en: 'App unlocked' },
    'application.handed-over': { vi: 'Giao ứng dụng cho chủ mới', en: 'App transferred' },
    'application.opened': { vi: 'Mở ứng dụng cho mọi hội viên', en: 'App opened to every member' },
    'application.restricted': {
      vi: 'Giới hạn ứng dụng cho người được cấp quyền',
      en: 'App restricted to people with permission',
    },
    'manager.added': { vi: 'Thêm người quản lý ứng dụng', en: 'Manager added to an app' },
    'manager.removed': { vi: 'Gỡ người quản lý ứng dụng', en: 'Manager removed from an app' },
    'client.added': { vi: 'Thêm kết nối', en: 'Client added' },
    'client.changed': { vi: 'Đổi kết nối', en: 'Client changed' },
    'client.removed': { vi: 'Xóa kết nối', en: 'Client deleted' },
    'client.enabled': { vi: 'Bật kết nối', en: 'Client turned on' },
    'client.disabled': { vi: 'Tắt kết nối', en: 'Client turned off' },
    'client.secret-rotated': { vi: 'Tạo khóa bí mật mới cho kết nối', en: 'New client secret created' },
    'client.secrets-ended': {
      vi: 'Vô hiệu hóa khóa bí mật cũ của kết nối',
      en: 'Old client secrets revoked',
    },
    'client.management-changed': {
      vi: 'Thay đổi quyền quản lý qua API của kết nối',
      en: 'Client’s Management API scopes changed',
    },
    'permission.added': { vi: 'Thêm người vào ứng dụng', en: 'Person added to an app' },
    'permission.changed': { vi: 'Đổi vai trò trong ứng dụng', en: 'Role in an app changed' },
    'permission.locked': { vi: 'Khóa quyền trong ứng dụng', en: 'Permission in an app locked' },
    'permission.unlocked': { vi: 'Mở khóa quyền trong ứng dụng', en: 'Permission in an app unlocked' },
    'permission.removed': { vi: 'Gỡ người khỏi ứng dụng', en: 'Person removed from an app' },
    'permissions.bulk-started': {
      vi: 'Bắt đầu thay đổi nhiều người dùng của ứng dụng',
      en: 'Bulk change of an app’s people started',
    },
    'permissions.bulk-ended': {
      vi: 'Kết thúc thay đổi nhiều người dùng của ứng dụng',
      en: 'Bulk change of an app’s people ended',
    },
    'permissions.bulk-undone': {
      vi: 'Hoàn tác thay đổi nhiều người dùng của ứng dụng',
      en: 'Bulk change of an app’s people undone',
    },
    'permissions.exported': { vi: 'Tải danh sách quyền của ứng dụng', en: 'App permissions exported' },
    'role.added': { vi: 'Thêm vai trò của ứng dụng', en: 'App role added' },
    'role.changed': { vi: 'Đổi vai trò của ứng dụng', en: 'App role changed' },
    'role.removed': { vi: 'Xóa vai trò của ứng dụng', en: 'App role deleted' },
    'webhook.added': { vi: 'Thêm webhook', en: 'Webhook added' },
    'webhook.changed': { vi: 'Đổi webhook', en: 'Webhook changed' },
    'webhook.removed': { vi: 'Xóa webhook', en: 'Webhook deleted' },
    'webhook.enabled': { vi: 'Bật webhook', en: 'Webhook turned on' },
    'webhook.disabled': { vi: 'Tắt webhook', en: 'Webhook turned off' },
    'webhook.secret-rotated': { vi: 'Tạo khóa ký mới cho webhook', en: 'New webhook secret created' },
    'webhook.replayed': { vi: 'Gửi lại tin của webhook', en: 'Webhook messages resent' },
    'webhook.tested': { vi: 'Gửi thử webhook', en: 'Webhook tested' },
  },
} as const satisfies Readonly<Record<string, Words>>;

export type AuditGroup = keyof typeof kinds;
export type AuditKind = { [Group in AuditGroup]: keyof (typeof kinds)[Group] }[AuditGroup];

export const auditGroupNames: Words<AuditGroup> = {
  'sign-in': { vi: 'Đăng nhập và phiên', en: 'Sign-ins and sessions' },
  codes: { vi: 'Mã OTP', en: 'One-time codes' },
  account: { vi: 'Tài khoản và hồ sơ', en: 'Accounts and profiles' },
  security: { vi: 'Bảo mật và khôi phục', en: 'Security and recovery' },
  privacy: { vi: 'Quyền riêng tư', en: 'Privacy' },
  administration: { vi: 'Việc quản trị', en: 'Administration' },
  applications: { vi: 'Ứng dụng và quyền', en: 'Apps and permissions' },
};

export const auditKindNames: Words<AuditKind> = Object.assign({}, ...Object.values(kinds));

// oxlint-disable-next-line no-unsafe-type-assertion -- the keys of a constant
export const auditKindGroups = Object.fromEntries(
  Object.entries(kinds).map(([group, names]): [string, readonly string[]] => [group, Object.keys(names)]),
) as { readonly [Group in AuditGroup]: readonly [AuditKind, ...AuditKind[]] };
