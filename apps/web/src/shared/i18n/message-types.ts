import type { adminAccount } from './messages/vi/admin/account.ts';
import type { adminAccounts } from './messages/vi/admin/accounts.ts';
import type { adminApplication } from './messages/vi/admin/application.ts';
import type { adminApplications } from './messages/vi/admin/applications.ts';
import type { adminApprovals } from './messages/vi/admin/approvals.ts';
import type { adminAudit } from './messages/vi/admin/audit.ts';
import type { adminAuditEvent } from './messages/vi/admin/audit-event.ts';
import type { adminCommon } from './messages/vi/admin/common.ts';
import type { adminDashboard } from './messages/vi/admin/dashboard.ts';
import type { adminEnterprise } from './messages/vi/admin/enterprise.ts';
import type { adminEnterprises } from './messages/vi/admin/enterprises.ts';
import type { adminExport } from './messages/vi/admin/export.ts';
import type { adminImport } from './messages/vi/admin/import.ts';
import type { adminIncident } from './messages/vi/admin/incident.ts';
import type { adminIncidents } from './messages/vi/admin/incidents.ts';
import type { adminOneImport } from './messages/vi/admin/one-import.ts';
import type { adminParamSections } from './messages/vi/admin/param-sections.ts';
import type { adminParams } from './messages/vi/admin/params.ts';
import type { adminPrivacy } from './messages/vi/admin/privacy.ts';
import type { adminQueue } from './messages/vi/admin/queue.ts';
import type { adminSms } from './messages/vi/admin/sms.ts';
import type { appClients } from './messages/vi/apps/clients.ts';
import type { appsCommon } from './messages/vi/apps/common.ts';
import type { appDoctor } from './messages/vi/apps/doctor.ts';
import type { appPermissions } from './messages/vi/apps/permissions.ts';
import type { certificate } from './messages/vi/certificate.ts';
import type { core } from './messages/vi/core.ts';
import type { errorPages } from './messages/vi/error-pages.ts';
import type { invitations } from './messages/vi/invitations.ts';
import type { list } from './messages/vi/list.ts';
import type { password } from './messages/vi/password.ts';
import type { privacyKinds } from './messages/vi/privacy-kinds.ts';
import type { privacyParts } from './messages/vi/privacy-parts.ts';
import type { privacy } from './messages/vi/privacy.ts';
import type { profileForm } from './messages/vi/profile-form.ts';
import type { profile } from './messages/vi/profile.ts';
import type { qr } from './messages/vi/qr.ts';
import type { reset } from './messages/vi/reset.ts';
import type { securityOverview } from './messages/vi/security-overview.ts';
import type { security } from './messages/vi/security.ts';
import type { shell } from './messages/vi/shell.ts';
import type { signUp } from './messages/vi/sign-up.ts';
import type { social } from './messages/vi/social.ts';
import type { sso } from './messages/vi/sso.ts';
import type { webhook } from './messages/vi/webhook.ts';
import type { webhooks } from './messages/vi/webhooks.ts';

/** Maps every key to the literal type of its Vietnamese text, against which keys and arguments are checked. */
export type Messages = typeof adminAccounts &
  typeof adminApplications &
  typeof adminApprovals &
  typeof adminAudit &
  typeof adminAuditEvent &
  typeof adminCommon &
  typeof adminDashboard &
  typeof adminEnterprises &
  typeof adminExport &
  typeof adminImport &
  typeof adminIncidents &
  typeof adminParamSections &
  typeof adminParams &
  typeof adminPrivacy &
  typeof adminSms &
  typeof appClients &
  typeof appsCommon &
  typeof appDoctor &
  typeof appPermissions &
  typeof core &
  typeof errorPages &
  typeof invitations &
  typeof list &
  typeof password &
  typeof privacy &
  typeof profile &
  typeof qr &
  typeof reset &
  typeof security &
  typeof shell &
  typeof signUp &
  typeof social &
  typeof sso &
  typeof adminAccount &
  typeof adminIncident &
  typeof adminApplication &
  typeof webhook &
  typeof adminQueue &
  typeof adminEnterprise &
  typeof privacyKinds &
  typeof privacyParts &
  typeof certificate &
  typeof profileForm &
  typeof adminOneImport &
  typeof securityOverview &
  typeof webhooks;

export type MessageKey = keyof Messages;

type ArgumentName<Inside extends string> = Inside extends `${infer Name},${string}` ? Name : Inside;

/** `{name}` and `{count, plural, …}` name an argument. Plural branches are recognised by their spaces or `#`. */
export type Arguments<Text extends string> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ?
      | (ArgumentName<Inside> extends `${string}${' ' | '#'}${string}` ? never : ArgumentName<Inside>)
      | Arguments<Rest>
  : never;

type ValuesOf<Text extends string> = Record<Arguments<Text>, string | number>;

/** `t('auth.signIn.title')` takes no values; `t('otp.sentTo', { phone })` requires `phone`. */
export type TranslateRest<Key extends MessageKey> = [Arguments<Messages[Key]>] extends [never]
  ? []
  : [values: ValuesOf<Messages[Key]>];

export type Translate = <Key extends MessageKey>(key: Key, ...rest: TranslateRest<Key>) => string;

/** Keys whose text needs no values. Tables of keys, such as the menu, use this type. */
export type PlainKey = {
  [K in MessageKey]: [Arguments<Messages[K]>] extends [never] ? K : never;
}[MessageKey];
