import { applicationAccessNames, applicationStatusNames } from '@vid/contract/messages/applications';
import { textsOf } from '../../texts-of.ts';

export const adminApplications = {
  'admin.applications.register': 'Đăng ký ứng dụng',
  'admin.applications.search': 'Tên, mã, số điện thoại chủ ứng dụng',
  'admin.applications.none': 'Chưa có ứng dụng nào',
  'admin.applications.none.text': 'Khi bạn đăng ký ứng dụng đầu tiên, ứng dụng sẽ hiện ở đây.',
  'admin.applications.application': 'Ứng dụng',
  'admin.applications.noOwner': 'Chưa có chủ',
  ...textsOf('admin.applications.status', applicationStatusNames, 'vi'),
  'admin.applications.access': 'Ai được dùng',
  ...textsOf('admin.applications.access', applicationAccessNames, 'vi'),
  'admin.applications.firstParty': 'Của Hội',
  'admin.applications.people': 'Người được cấp quyền',
} as const;
