export const appManagers = {
  'apps.managers.title': 'Người quản lý',
  'apps.managers.door': 'Ai quản lý ứng dụng cùng với chủ ứng dụng.',
  'apps.managers.lead':
    'Người quản lý làm được mọi việc như chủ ứng dụng, trừ việc thêm hoặc gỡ người quản lý khác.',
  'apps.managers.fixed': 'Chỉ chủ ứng dụng và quản trị viên của Hội thêm hoặc gỡ được người quản lý.',
  'apps.managers.failed': 'Không tải được danh sách người quản lý.',
  'apps.managers.none': 'Chưa có người quản lý nào',
  'apps.managers.none.text':
    'Ứng dụng này chưa có chủ. Quản trị viên của Hội có thể chỉ định chủ ứng dụng hoặc thêm người quản lý.',
  'apps.managers.person': 'Họ và tên',
  'apps.managers.phone': 'Số điện thoại',
  'apps.managers.since': 'Ngày thêm',
  'apps.managers.owner': 'Chủ ứng dụng',
  'apps.managers.you': 'Bạn',
  'apps.managers.add': 'Thêm người quản lý',
  'apps.managers.add.lead': 'Người này cần có tài khoản, và quản lý được ứng dụng ngay.',
  'apps.managers.add.phone': 'Số điện thoại của người quản lý',
  'apps.managers.add.submit': 'Thêm',
  'apps.managers.added': 'Đã thêm người quản lý.',
  'apps.managers.already': 'Người này đang quản lý ứng dụng rồi.',
  'apps.managers.remove': 'Gỡ',
  'apps.managers.remove.named': 'Gỡ {name}',
  'apps.managers.remove.title': 'Gỡ {who} khỏi danh sách người quản lý?',
  'apps.managers.remove.text':
    'Người này mất quyền quản lý ứng dụng ngay lập tức. Khóa bí mật của các kết nối đăng nhập vẫn dùng được: hãy tạo khóa mới nếu người này đã biết khóa.',
  'apps.managers.removed': 'Đã gỡ người quản lý.',
  'apps.managers.leave': 'Thôi quản lý',
  'apps.managers.leave.title': 'Thôi quản lý ứng dụng này?',
  'apps.managers.leave.text':
    'Bạn không mở được các trang của ứng dụng nữa. Nếu cần quản lý lại, bạn phải nhờ chủ ứng dụng hoặc quản trị viên của Hội thêm lại.',
  'apps.managers.left': 'Bạn đã thôi quản lý ứng dụng.',
} as const;
