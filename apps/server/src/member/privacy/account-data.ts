import type { Locale } from '@vid/contract/limits';
import { accountFieldColumns, enterpriseFieldColumns } from '@vid/contract/profile-fields';
import { fromCamel } from '@vid/sql/statement';
import { words } from '#lib/text/text.ts';

type Reference =
  | 'id'
  | 'account_id'
  | 'owner_id'
  | 'created_by'
  | 'requested_by'
  | 'started_by'
  | 'noted_by'
  | 'phone'
  | 'phone_hash';

/**
 * Treatment of the rows when the account is erased.
 * - `cascade`: foreign keys delete them with the account.
 * - `delete`: the erasure deletes them.
 * - `unlink`: the row also belongs to others, so only its reference becomes null.
 * - `expire`: the purge deletes them. Requesting the deletion ends all access, and these rows expire within
 *   the grace period.
 * - `stub`: only their time, their kind and the ids of accounts remain.
 */
type Erasure = 'cascade' | 'delete' | 'unlink' | 'expire' | 'stub';

type Exported = {
  readonly title: Readonly<Record<Locale, string>>;
  readonly columns: readonly string[];
  /**
   * Columns that are not exported, besides `by`: secrets and their hashes, internal states, and ids of other
   * people.
   */
  readonly leftOut?: readonly string[];
};

export type AccountTable = { readonly by: Reference; readonly erasure: Erasure } & (
  | Exported
  | { readonly omitted: string }
);

const shortLived =
  'Short-lived secret. The copy lists the applications, sessions and messages it belongs to.';
const own = { by: 'account_id', erasure: 'cascade' } as const;
const oidc = { by: 'account_id', erasure: 'expire', omitted: shortLived } as const;

/**
 * Every table with data of an account, for its export and its erasure. A test compares this list with the
 * database and fails for an unclassified table or column.
 */
export const accountTables: Readonly<Record<string, AccountTable>> = {
  account_search: {
    ...own,
    omitted: 'Folded copies of the name, phone, e-mail address and codes of the account.',
  },
  accounts: {
    by: 'id',
    erasure: 'cascade',
    title: { vi: 'Tài khoản', en: 'Account' },
    columns: [
      ...words('id phone kind'),
      ...accountFieldColumns.map(fromCamel),
      ...words(`
      avatar referral_code campaign locale role status created_at updated_at email_confirmed_at
      last_sign_in_at`),
    ],
    // `referred_by` identifies another person.
    leftOut: words(`
      referred_by must_change_password locked_by_owner owner_locked_at sensitive_hold_until phone_in_doubt disputed_at
      is_email_imported phone_since hidden_nav_ids agreed_legal sort_name`),
  },
  enterprises: {
    ...own,
    title: { vi: 'Doanh nghiệp', en: 'Business' },
    columns: [
      ...enterpriseFieldColumns.map(fromCamel),
      ...words('declared_at verified_at refused_at refusal checked_at'),
    ],
    leftOut: words('revision checked_by'),
  },
  password_credentials: {
    ...own,
    title: { vi: 'Mật khẩu', en: 'Password' },
    columns: words('changed_at'),
    leftOut: words('hash'),
  },
  consents: {
    ...own,
    title: { vi: 'Sự đồng ý', en: 'Consents' },
    columns: words('purpose action notice_version language text_hash method address agreed_at'),
    leftOut: words('id'),
  },
  application_consents: {
    ...own,
    title: { vi: 'Ứng dụng bạn cho phép nhận thông tin', en: 'Apps you allow to receive information' },
    columns: words('application_id scopes agreed_at'),
  },
  application_uses: {
    ...own,
    title: { vi: 'Ứng dụng đã nhận thông tin', en: 'Apps that have received information' },
    columns: words('application_id scopes first_used_at last_used_at'),
  },
  permissions: {
    ...own,
    title: { vi: 'Vai trò trong ứng dụng', en: 'Roles in apps' },
    columns: words('application_id role status created_at'),
    leftOut: words('id created_by'),
  },
  applications: {
    by: 'owner_id',
    erasure: 'unlink',
    title: { vi: 'Ứng dụng bạn sở hữu', en: 'Apps you own' },
    columns: words('code name logo access status operator_name policy_url created_at updated_at'),
    leftOut: words('id is_first_party'),
  },
  application_managers: {
    ...own,
    title: { vi: 'Ứng dụng bạn quản lý', en: 'Apps you manage' },
    columns: words('application_id created_at'),
    leftOut: words('created_by'),
  },
  sessions: {
    ...own,
    title: { vi: 'Phiên đăng nhập', en: 'Sessions' },
    columns: words(`
      method amr user_agent address created_at authenticated_at confirmed_at last_seen_at is_persistent
      expires_at`),
    leftOut: words('id token_hash former_token_hash idle_seconds idle_expires_at legal_required'),
  },
  known_devices: {
    ...own,
    title: { vi: 'Thiết bị quen', en: 'Known devices' },
    columns: words('created_at expires_at two_step_until'),
    leftOut: words('token_hash password_failures code_failures'),
  },
  authenticator_apps: {
    ...own,
    title: { vi: 'Ứng dụng xác thực', en: 'Authenticator app' },
    columns: words('confirmed_at'),
    leftOut: words('sealed_secret last_step'),
  },
  recovery_codes: {
    ...own,
    title: { vi: 'Mã khôi phục', en: 'Recovery codes' },
    columns: words('created_at used_at'),
    leftOut: words('code_hash'),
  },
  passkeys: {
    ...own,
    title: { vi: 'Passkey', en: 'Passkeys' },
    columns: words(`
      name aaguid transports is_backup_eligible is_backed_up created_at last_used_at confirms_from`),
    leftOut: words('id credential_id rp_id public_key counter'),
  },
  social_identities: {
    ...own,
    title: { vi: 'Tài khoản mạng xã hội', en: 'Social accounts' },
    columns: words('provider subject name linked_at'),
  },
  avatars: {
    ...own,
    title: { vi: 'Ảnh đại diện', en: 'Profile picture' },
    columns: words('created_at content'),
    leftOut: words('id content_hash'),
  },
  broker_certificates: {
    ...own,
    title: { vi: 'Chứng chỉ hành nghề môi giới', en: 'Broker’s practising certificate' },
    columns: words('number province issued_on expires_on employer_name status refusal checked_at updated_at'),
    leftOut: words('employer_id checked_by reminded_early_for reminded_late_for'),
  },
  email_confirmations: {
    ...own,
    title: { vi: 'Xác nhận email', en: 'Email confirmations' },
    columns: words('email created_at used_at expires_at'),
    leftOut: words('token_hash'),
  },
  recovery_requests: {
    ...own,
    title: { vi: 'Yêu cầu khôi phục tài khoản', en: 'Account recovery requests' },
    columns: words('status channel user_agent address created_at ready_at expires_at'),
    leftOut: words('id sealed_input email_hash code_hash token_hash request_id requested_by confirmed_by'),
  },
  former_emails: {
    ...own,
    title: { vi: 'Địa chỉ email cũ', en: 'Former email addresses' },
    columns: words('email confirmed_at replaced_at expires_at'),
  },
  account_returns: {
    ...own,
    omitted: 'Repeats events of the activity list.',
  },
  released_phones: {
    ...own,
    title: { vi: 'Số điện thoại cũ', en: 'Former phone numbers' },
    columns: words('phone held_since released_at'),
  },
  // The text is data about the member. Its author, an administrator, is another person.
  account_notes: {
    ...own,
    title: { vi: 'Ghi chú của Hội', en: 'The association’s notes' },
    columns: words('text created_at'),
    leftOut: words('id author_id'),
  },
  notice_links: {
    ...own,
    title: { vi: 'Thông báo bảo mật', en: 'Security notices' },
    columns: words('kind created_at expires_at used_at user_agent address former_channel'),
    leftOut: words('token_hash channel_since reports_recovery_code undoes'),
  },
  privacy_requests: {
    ...own,
    title: { vi: 'Yêu cầu về dữ liệu cá nhân', en: 'Privacy requests' },
    columns: words(`
      kind details status answer created_at reply_due_at due_at answered_at extended_at extension_reason
      outcome resolution closed_at`),
    leftOut: words('id handled_by'),
  },
  privacy_exports: {
    ...own,
    title: { vi: 'Bản sao dữ liệu', en: 'Copies of your data' },
    columns: words('status created_at ready_at expires_at'),
    leftOut: words('id attempts claimed_at sealed_content'),
  },
  account_deletions: {
    ...own,
    title: { vi: 'Yêu cầu xóa tài khoản', en: 'Account deletion request' },
    columns: words('requested_at erase_at reminded_at'),
  },
  // SMS are exported and erased. E-mails outlive the account, but their content is erased once they are sent or
  // given up. Webhook messages and logout notices contain no name, phone or address, and outlive the account,
  // because applications must still learn of its deletion. Webhook messages expire after 30 days, logout
  // notices after one day.
  deliveries: {
    by: 'phone',
    erasure: 'delete',
    title: { vi: 'Tin nhắn đã gửi', en: 'Text messages sent' },
    columns: words('phone type status created_at'),
    leftOut: words(`
      id kind receiver endpoint_id account_id data sealed_content is_urgent attempts last_status
      turn_at next_attempt_at lease_until give_up_at expires_at`),
  },
  audit_events: {
    by: 'account_id',
    erasure: 'stub',
    title: { vi: 'Nhật ký hoạt động', en: 'Activity' },
    columns: words('at kind actor_id address browser system details'),
    leftOut: words('id request_id salt commitment_hash'),
  },
  password_failures: {
    by: 'phone_hash',
    erasure: 'delete',
    omitted: 'Addresses of others; a day old at most.',
  },
  password_throttles: { by: 'phone_hash', erasure: 'delete', omitted: 'A counter; a day old at most.' },
  otp_codes: { by: 'phone', erasure: 'delete', omitted: shortLived },
  approvals: {
    ...own,
    omitted: 'A request among administrators; two days old at most. The history has its effect.',
  },
  member_exports: {
    by: 'requested_by',
    erasure: 'cascade',
    omitted: 'A file with all members that an administrator asked for; a day old at most.',
  },
  imports: {
    by: 'requested_by',
    erasure: 'unlink',
    omitted: 'A file that an administrator imported for the association, for 30 days.',
  },
  import_rows: {
    by: 'account_id',
    erasure: 'unlink',
    omitted: 'Which row of an imported file became the account, for 30 days. The account has its values.',
  },
  bulk_changes: {
    by: 'started_by',
    erasure: 'unlink',
    omitted: 'A change of many accounts or people of an application that the account made, for 30 days.',
  },
  bulk_rows: {
    by: 'account_id',
    erasure: 'delete',
    omitted: 'Which accounts such a change named, for 30 days. The history has its effect.',
  },
  // The register outlives the accounts in it, as the association's proof of its actions.
  incidents: {
    by: 'noted_by',
    erasure: 'unlink',
    omitted: 'What an administrator wrote down for the association about a data incident.',
  },
  incident_notices: {
    by: 'requested_by',
    erasure: 'unlink',
    omitted: 'A notice to the members affected by an incident that an administrator requested.',
  },
  incident_accounts: {
    by: 'account_id',
    erasure: 'unlink',
    omitted:
      'Whether an incident may affect the account, until the association has found out. The history has the notice.',
  },
  clients: {
    by: 'created_by',
    erasure: 'unlink',
    omitted: 'A client of an application that the account added.',
  },
  right_changes: {
    by: 'account_id',
    erasure: 'unlink',
    omitted: 'The changes that the account made in applications. The history has them.',
  },
  rights_to_undo: {
    ...own,
    omitted: 'A return whose changes in applications are being undone. The history has them.',
  },
  client_secrets: { by: 'created_by', erasure: 'unlink', omitted: 'A secret of a client.' },
  authenticator_setups: { ...own, omitted: shortLived },
  passkey_users: { ...own, omitted: 'A random name for authenticators.' },
  due_notices: { ...own, omitted: 'A notice about to be sent.' },
  qr_requests: { ...own, omitted: shortLived },
  sign_in_steps: { ...own, omitted: shortLived },
  oidc_sessions: { ...own, omitted: shortLived },
  webhook_endpoints: {
    by: 'owner_id',
    erasure: 'unlink',
    title: { vi: 'Webhook bạn đã thêm', en: 'Webhooks you added' },
    columns: words('application_id url description event_types status created_at'),
    leftOut: words(`
      id sealed_secret former_sealed_secret former_until failing_since failures resume_at lease_id
      lease_until removed_at`),
  },
  oidc_grants: oidc,
  oidc_authorization_codes: oidc,
  oidc_access_tokens: oidc,
  oidc_refresh_tokens: oidc,
  oidc_device_codes: oidc,
  oidc_interactions: oidc,
  oidc_pushed_requests: oidc,
  oidc_client_credentials: oidc,
  oidc_replays: oidc,
};
