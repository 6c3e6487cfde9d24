import { adminAccounts } from './admin/accounts.ts';
import { adminApplications } from './admin/applications.ts';
import { adminAudit } from './admin/audit.ts';
import { adminExport } from './admin/export.ts';
import { adminImport } from './admin/import.ts';
import { adminEnterprises } from './admin/enterprises.ts';
import { adminIncidents } from './admin/incidents.ts';
import { adminParams } from './admin/params.ts';
import { adminDashboard } from './admin/dashboard.ts';
import { adminPrivacy } from './admin/privacy.ts';
import { list } from './list.ts';
import { webhooks } from './webhooks.ts';

export const admin = {
  ...list,
  ...webhooks,
  ...adminAccounts,
  ...adminApplications,
  ...adminAudit,
  ...adminExport,
  ...adminImport,
  ...adminEnterprises,
  ...adminParams,
  ...adminDashboard,
  ...adminPrivacy,
  ...adminIncidents,
  'admin.reason': 'Lý do',
  'admin.reason.hint': 'Được lưu vào nhật ký hoạt động và có trong bản sao dữ liệu mà chủ tài khoản tải về.',
  'admin.reason.required': 'Hãy nhập lý do.',
  'admin.someone': 'Một quản trị viên',
  'admin.notFound': 'Không tìm thấy',
  'admin.notFound.text': 'Mục này đã bị xóa hoặc địa chỉ không đúng.',
} as const;
