import type { Locale } from '@vid/contract/limits';
import { accountFieldColumns, enterpriseFieldColumns } from '@vid/contract/profile-fields';
import { fromCamel } from '@vid/sql/statement';

type Reference = 'id' | 'account_id' | 'owner_id' | 'requested_by' | 'noted_by' | 'phone' | 'phone_hash';

/**
 * The fate of the rows when the account is erased.
 * - `cascade`: deleted with the account, by foreign keys.
 * - `delete`: deleted by the erasure.
 * - `unlink`: the row belongs to others too, and its reference becomes null.
 * - `expire`: purged. The request to delete the account ends all access, and these rows expire within the grace.
 * - `stub`: reduced to its time, its kind and the ids of accounts.
 */
type Erasure = 'cascade' | 'delete' | 'unlink' | 'expire' | 'stub';

type Exported = {
  readonly title: Readonly<Record<Locale, string>>;
  readonly columns: readonly string[];
  /**
   * Columns that are not exported, besides `by`: secrets and their hashes, internal states, and ids of other people.
   */
  readonly leftOut?: readonly string[];
};

export type AccountTable = { readonly by: Reference; readonly erasure: Erasure } & (
  | Exported
  /** The reason why the whole table is not exported. */
  | { readonly omitted: string }
);

const shortLived =
  'Short-lived secret. The copy lists the applications, sessions and messages it belongs to.';
const own = { by: 'account_id', erasure: 'cascade' } as const;
const oidc = { by: 'account_id', erasure: 'expire', omitted: shortLived } as const;

/**
 * Every table with data of an account, for its export and its erasure. A test compares this list with the database's
 * tables and columns, so a table that is not classified here fails it.
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
      'id',
      'phone',
      'kind',
      ...accountFieldColumns.map(fromCamel),
      'avatar',
      'referral_code',
      'campaign',
      'locale',
      'role',
      'status',
      'created_at',
      'updated_at',
      'email_confirmed_at',
      'last_sign_in_at',
    ],
    // `referred_by` is another person.
    leftOut: [
      'referred_by',
      'must_change_password',
      'locked_by_owner',
      'sensitive_hold_until',
      'phone_in_doubt',
      'hidden_nav_ids',
      'agreed_legal',
      'sort_name',
    ],
  },
  enterprises: {
    ...own,
    title: { vi: 'Doanh nghiệp', en: 'Business' },
    columns: [
      ...enterpriseFieldColumns.map(fromCamel),
      'declared_at',
      'verified_at',
      'refused_at',
      'refusal',
      'checked_at',
    ],
    leftOut: ['revision', 'checked_by'],
  },
  password_credentials: {
    ...own,
    title: { vi: 'Mật khẩu', en: 'Password' },
    columns: ['changed_at'],
    leftOut: ['hash'],
  },
  consents: {
    ...own,
    title: { vi: 'Sự đồng ý', en: 'Consents' },
    columns: [
      'purpose',
      'action',
      'notice_version',
      'language',
      'text_hash',
      'method',
      'address',
      'agreed_at',
    ],
    leftOut: ['id'],
  },
  application_consents: {
    ...own,
    title: { vi: 'Ứng dụng bạn cho phép nhận thông tin', en: 'Apps you allow to receive information' },
    columns: ['application_id', 'scopes', 'agreed_at'],
  },
  application_uses: {
    ...own,
    title: { vi: 'Ứng dụng đã nhận thông tin', en: 'Apps that have received information' },
    columns: ['application_id', 'scopes', 'first_used_at', 'last_used_at'],
  },
  permissions: {
    ...own,
    title: { vi: 'Vai trò trong ứng dụng', en: 'Roles in apps' },
    columns: ['application_id', 'role', 'status', 'created_at'],
    leftOut: ['id', 'created_by'],
  },
  applications: {
    by: 'owner_id',
    erasure: 'unlink',
    title: { vi: 'Ứng dụng bạn sở hữu', en: 'Apps you own' },
    columns: ['code', 'name', 'logo', 'access', 'status', 'created_at', 'updated_at'],
    leftOut: ['id', 'is_first_party'],
  },
  application_managers: {
    ...own,
    title: { vi: 'Ứng dụng bạn quản lý', en: 'Apps you manage' },
    columns: ['application_id', 'created_at'],
    leftOut: ['created_by'],
  },
  sessions: {
    ...own,
    title: { vi: 'Phiên đăng nhập', en: 'Sessions' },
    columns: [
      'method',
      'amr',
      'user_agent',
      'address',
      'created_at',
      'authenticated_at',
      'confirmed_at',
      'last_seen_at',
      'is_persistent',
      'expires_at',
    ],
    leftOut: ['id', 'token_hash', 'idle_seconds', 'idle_expires_at', 'legal_required'],
  },
  known_devices: {
    ...own,
    title: { vi: 'Thiết bị quen thuộc', en: 'Known devices' },
    columns: ['created_at', 'expires_at', 'two_step_until'],
    leftOut: ['token_hash', 'password_failures', 'code_failures'],
  },
  authenticator_apps: {
    ...own,
    title: { vi: 'Ứng dụng tạo mã', en: 'Authenticator app' },
    columns: ['confirmed_at'],
    leftOut: ['sealed_secret', 'last_step'],
  },
  recovery_codes: {
    ...own,
    title: { vi: 'Mã khôi phục', en: 'Recovery codes' },
    columns: ['used_at'],
    leftOut: ['code_hash'],
  },
  passkeys: {
    ...own,
    title: { vi: 'Passkey', en: 'Passkeys' },
    columns: [
      'name',
      'aaguid',
      'transports',
      'is_backup_eligible',
      'is_backed_up',
      'created_at',
      'last_used_at',
      'confirms_from',
    ],
    leftOut: ['id', 'credential_id', 'public_key', 'counter'],
  },
  social_identities: {
    ...own,
    title: { vi: 'Tài khoản mạng xã hội', en: 'Social accounts' },
    columns: ['provider', 'subject', 'name', 'linked_at'],
  },
  avatars: {
    ...own,
    title: { vi: 'Ảnh đại diện', en: 'Picture' },
    columns: ['created_at', 'content'],
    leftOut: ['id', 'content_hash'],
  },
  broker_certificates: {
    ...own,
    title: { vi: 'Chứng chỉ hành nghề môi giới', en: 'Broker’s certificate' },
    columns: [
      'number',
      'province',
      'issued_on',
      'expires_on',
      'status',
      'refusal',
      'checked_at',
      'updated_at',
    ],
    leftOut: ['employer_id', 'checked_by', 'reminded_early_for', 'reminded_late_for'],
  },
  phone_changes: {
    ...own,
    title: { vi: 'Thay đổi số điện thoại', en: 'Changes of the phone number' },
    columns: ['old_phone', 'new_phone', 'created_at', 'undone_at', 'expires_at'],
    leftOut: ['undo_hash'],
  },
  email_confirmations: {
    ...own,
    title: { vi: 'Xác nhận email', en: 'Confirmations of the email' },
    columns: ['email', 'created_at', 'used_at', 'expires_at'],
    leftOut: ['token_hash'],
  },
  recovery_requests: {
    ...own,
    title: { vi: 'Yêu cầu khôi phục tài khoản', en: 'Recoveries of the account' },
    columns: ['status', 'channel', 'user_agent', 'address', 'created_at', 'ready_at', 'expires_at'],
    leftOut: ['id', 'sealed_input', 'email_hash', 'code_hash', 'token_hash', 'request_id'],
  },
  released_phones: {
    ...own,
    title: { vi: 'Số điện thoại cũ', en: 'Former phone numbers' },
    columns: ['phone', 'released_at'],
  },
  // The text is data about the member; the administrator who wrote it is another person.
  account_notes: {
    ...own,
    title: { vi: 'Ghi chú của Hội', en: 'Notes of the association' },
    columns: ['text', 'created_at'],
    leftOut: ['id', 'author_id'],
  },
  notice_links: {
    ...own,
    title: { vi: 'Thông báo bảo mật', en: 'Security notices' },
    columns: ['kind', 'created_at', 'expires_at', 'used_at'],
    leftOut: ['token_hash'],
  },
  privacy_requests: {
    ...own,
    title: { vi: 'Yêu cầu về dữ liệu cá nhân', en: 'Requests about personal data' },
    columns: [
      'kind',
      'details',
      'status',
      'answer',
      'created_at',
      'reply_due_at',
      'due_at',
      'answered_at',
      'extended_at',
      'extension_reason',
      'outcome',
      'resolution',
      'closed_at',
    ],
    leftOut: ['id', 'handled_by'],
  },
  privacy_exports: {
    ...own,
    title: { vi: 'Bản sao dữ liệu', en: 'Copies of your data' },
    columns: ['status', 'created_at', 'ready_at', 'expires_at'],
    leftOut: ['id', 'attempts', 'claimed_at', 'sealed_content'],
  },
  account_deletions: {
    ...own,
    title: { vi: 'Yêu cầu xóa tài khoản', en: 'Deletion of the account' },
    columns: ['requested_at', 'erase_at', 'reminded_at'],
  },
  // The copy and the erasure take the rows of SMS. The rows of webhooks and logout notices hold ids only. They outlive the
  // account, because applications must still learn that it is gone, and expire (webhooks after 30 days, logout notices
  // after a day).
  deliveries: {
    by: 'phone',
    erasure: 'delete',
    title: { vi: 'Tin nhắn đã gửi', en: 'Text messages' },
    columns: ['phone', 'type', 'status', 'created_at'],
    leftOut: [
      'id',
      'kind',
      'receiver',
      'endpoint_id',
      'account_id',
      'data',
      'sealed_content',
      'is_urgent',
      'attempts',
      'last_status',
      'next_attempt_at',
      'lease_until',
      'give_up_at',
      'expires_at',
    ],
  },
  audit_events: {
    by: 'account_id',
    erasure: 'stub',
    title: { vi: 'Nhật ký tài khoản', en: 'Account history' },
    columns: ['at', 'kind', 'actor_id', 'address', 'browser', 'system', 'details'],
    leftOut: ['id', 'request_id', 'salt', 'commitment_hash'],
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
  // The register outlives the accounts it names, so that the association can show what it did.
  incidents: {
    by: 'noted_by',
    erasure: 'unlink',
    omitted: 'What an administrator wrote down for the association about a data incident.',
  },
  incident_accounts: {
    by: 'account_id',
    erasure: 'unlink',
    omitted:
      'That an incident may affect the account, until the association has found out. The history has the notice.',
  },
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
    columns: ['application_id', 'url', 'description', 'event_types', 'status', 'created_at'],
    leftOut: [
      'id',
      'sealed_secret',
      'former_sealed_secret',
      'former_until',
      'failing_since',
      'failures',
      'resume_at',
      'lease_id',
      'lease_until',
      'removed_at',
    ],
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
