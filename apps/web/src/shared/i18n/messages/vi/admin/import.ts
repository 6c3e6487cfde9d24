import { importFieldNames, importOutcomeNames } from '@vid/contract/messages/imports';
import { textsOf } from '#shared/i18n/messages/texts-of.ts';

export const adminImport = {
  'admin.import.title': 'Nhập hội viên',
  'admin.import.lead': 'Thêm nhiều hội viên từ tệp CSV hoặc Excel.',
  'admin.import.upload': 'Chọn tệp',
  'admin.import.upload.lead':
    'Tệp .csv hoặc .xlsx có dòng tiêu đề, tối đa {megabytes} MB và {rows, number} dòng. Bạn sẽ xem lại trước khi thêm.',
  'admin.import.upload.choose': 'Chọn tệp từ máy',
  'admin.import.upload.sample': 'Tải tệp mẫu',
  'admin.import.upload.sample.text': 'Tệp mẫu có sẵn tên các cột. Chỉ cột {phone} là bắt buộc.',
  'admin.import.upload.progress': 'Tiến độ tải tệp lên',
  'admin.import.upload.type': 'Vui lòng chọn tệp .csv hoặc .xlsx.',
  'admin.import.upload.size': 'Tệp lớn hơn {megabytes} MB. Hãy chia thành nhiều tệp.',
  'admin.import.history': 'Các lần nhập',
  'admin.import.history.lead':
    'Báo cáo được giữ 30 ngày. Trong thời gian đó, bạn có thể gỡ các tài khoản đã thêm.',
  'admin.import.history.none': 'Chưa có lần nhập nào',
  'admin.import.history.none.text': 'Khi bạn tải tệp đầu tiên lên, lần nhập sẽ hiện ở đây.',
  'admin.import.history.item': '{time} · {by} · đã thêm {added} trên {rows} dòng',
  'admin.import.operator': 'Người vận hành',
  'admin.import.status.uploading': 'Chờ kiểm tra',
  'admin.import.status.checking': 'Đang kiểm tra',
  'admin.import.status.checked': 'Chờ thêm',
  'admin.import.status.running': 'Đang thêm',
  'admin.import.status.cancelled': 'Đã dừng',
  'admin.import.status.done': 'Hoàn tất',
  'admin.import.status.undoing': 'Đang gỡ',
  'admin.import.status.undone': 'Đã gỡ',
  'admin.import.status.failed': 'Không đọc được',
  ...textsOf('admin.import.outcome', importOutcomeNames, 'vi'),
  'admin.import.outcome.kept': 'Giữ lại',
  ...textsOf('admin.import.field', importFieldNames, 'vi'),
} as const;
