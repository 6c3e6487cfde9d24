import { adminAccountSupport } from './admin/account-support.ts';
import { adminAccounts } from './admin/accounts.ts';
import { adminApplications } from './admin/applications.ts';
import { adminApprovals } from './admin/approvals.ts';
import { adminAudit } from './admin/audit.ts';
import { adminAuditKinds } from './admin/audit-kinds.ts';
import { adminExport } from './admin/export.ts';
import { adminImport } from './admin/import.ts';
import { adminEnterprises } from './admin/enterprises.ts';
import { adminIncidents } from './admin/incidents.ts';
import { adminLegal } from './admin/legal.ts';
import { adminParams } from './admin/params.ts';
import { adminDashboard } from './admin/dashboard.ts';
import { adminSms } from './admin/sms.ts';
import { chart } from './chart.ts';
import { code } from './code.ts';
import { adminPrivacy } from './admin/privacy.ts';
import { list } from './list.ts';
import { webhooks } from './webhooks.ts';

export const admin = {
  ...list,
  ...chart,
  ...code,
  ...webhooks,
  ...adminAccounts,
  ...adminApplications,
  ...adminAccountSupport,
  ...adminApprovals,
  ...adminAudit,
  ...adminAuditKinds,
  ...adminExport,
  ...adminImport,
  ...adminEnterprises,
  ...adminLegal,
  ...adminParams,
  ...adminSms,
  ...adminDashboard,
  ...adminPrivacy,
  ...adminIncidents,
  'admin.reason': 'Lý do',
  'admin.reason.hint': 'Được lưu vào nhật ký hoạt động và có trong bản sao dữ liệu mà chủ tài khoản tải về.',
  'admin.reason.required': 'Hãy nhập lý do.',
  'admin.filter.all': 'Tất cả',
  'admin.unnamed': 'Chưa có tên',
  'admin.someone': 'Một quản trị viên',
  'admin.notFound': 'Không tìm thấy',
  'admin.notFound.text': 'Mục này đã bị xóa hoặc địa chỉ không đúng.',
} as const;
