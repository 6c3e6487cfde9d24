import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

/** Drizzle's view of the tables; the SQL in `migrations/` is what makes them. */
export const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
});
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const now = sql`now()`;

export type AccountKind = 'personal' | 'enterprise';
export type AccountStatus = 'active' | 'locked';
export type Role = 'user' | 'admin';
export type MemberObject = 'broker' | 'exchange' | 'customer' | 'expert';
export type OtpPurpose = 'signup' | 'signin' | 'forget-password' | 'social';

export const accounts = pgTable('accounts', {
  id: text('id').primaryKey(),
  phone: text('phone').notNull(),
  kind: text('kind').$type<AccountKind>().notNull(),
  status: text('status').$type<AccountStatus>().notNull().default('active'),
  role: text('role').$type<Role>().notNull().default('user'),
  name: text('name'),
  email: text('email'),
  avatar: text('avatar'),
  memberObject: text('member_object').$type<MemberObject>(),
  province: text('province'),
  referralCode: text('referral_code').notNull(),
  referredBy: text('referred_by'),
  campaign: text('campaign'),
  locale: text('locale').notNull().default('vi'),
  mustChangePassword: boolean('must_change_password').notNull().default(false),
  createdAt: time('created_at').notNull().default(now),
  updatedAt: time('updated_at').notNull().default(now),
});

export const enterprises = pgTable('enterprises', {
  accountId: text('account_id').primaryKey(),
  name: text('name'),
  shortName: text('short_name'),
  taxCode: text('tax_code'),
  representative: text('representative'),
  verifiedAt: time('verified_at'),
});

export const passwordCredentials = pgTable('password_credentials', {
  accountId: text('account_id').primaryKey(),
  hash: text('hash').notNull(),
  changedAt: time('changed_at').notNull().default(now),
});

export const consents = pgTable('consents', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  accountId: text('account_id').notNull(),
  purpose: text('purpose').notNull(),
  noticeVersion: text('notice_version').notNull(),
  method: text('method').notNull(),
  address: text('address').notNull(),
  agreedAt: time('agreed_at').notNull().default(now),
});

export const sessions = pgTable('sessions', {
  id: text('id').primaryKey(),
  tokenHash: bytea('token_hash').notNull(),
  accountId: text('account_id').notNull(),
  method: text('method').notNull(),
  isPersistent: boolean('is_persistent').notNull(),
  userAgent: text('user_agent').notNull(),
  address: text('address').notNull(),
  createdAt: time('created_at').notNull().default(now),
  authenticatedAt: time('authenticated_at').notNull().default(now),
  lastSeenAt: time('last_seen_at').notNull().default(now),
  idleSeconds: integer('idle_seconds').notNull(),
  idleExpiresAt: time('idle_expires_at').notNull(),
  expiresAt: time('expires_at').notNull(),
});

export const captchas = pgTable('captchas', {
  id: text('id').primaryKey(),
  answerHash: bytea('answer_hash').notNull(),
  preSessionHash: bytea('pre_session_hash').notNull(),
  expiresAt: time('expires_at').notNull(),
});

export const spentChallenges = pgTable('spent_challenges', {
  signatureHash: bytea('signature_hash').primaryKey(),
  expiresAt: time('expires_at').notNull(),
});

export const captchaTokens = pgTable('captcha_tokens', {
  tokenHash: bytea('token_hash').primaryKey(),
  preSessionHash: bytea('pre_session_hash').notNull(),
  purpose: text('purpose'),
  expiresAt: time('expires_at').notNull(),
});

export const otpRequests = pgTable('otp_requests', {
  id: text('id').primaryKey(),
  preSessionHash: bytea('pre_session_hash').notNull(),
  clientId: text('client_id').notNull(),
  purpose: text('purpose').$type<OtpPurpose>().notNull(),
  phone: text('phone').notNull(),
  codeHash: bytea('code_hash').notNull(),
  attempts: smallint('attempts').notNull().default(0),
  createdAt: time('created_at').notNull().default(now),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
});

export const otpTokens = pgTable('otp_tokens', {
  tokenHash: bytea('token_hash').primaryKey(),
  preSessionHash: bytea('pre_session_hash').notNull(),
  clientId: text('client_id').notNull(),
  purpose: text('purpose').$type<OtpPurpose>().notNull(),
  phone: text('phone').notNull(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
  requestHash: bytea('request_hash'),
  accountId: text('account_id'),
});

export const otpFailures = pgTable('otp_failures', {
  phone: text('phone').primaryKey(),
  failures: integer('failures').notNull(),
  expiresAt: time('expires_at').notNull(),
});

export const otpSends = pgTable('otp_sends', {
  otpRequestId: text('otp_request_id').primaryKey(),
  isMember: boolean('is_member').notNull(),
  createdAt: time('created_at').notNull().default(now),
  verifiedAt: time('verified_at'),
});

export const smsMessages = pgTable('sms_messages', {
  id: text('id').primaryKey(),
  phone: text('phone').notNull(),
  purpose: text('purpose').notNull(),
  otpRequestId: text('otp_request_id'),
  sealedText: bytea('sealed_text'),
  status: text('status').$type<'pending' | 'sending' | 'sent' | 'failed'>().notNull().default('pending'),
  attempts: smallint('attempts').notNull().default(0),
  claimedAt: time('claimed_at'),
  createdAt: time('created_at').notNull().default(now),
  expiresAt: time('expires_at').notNull(),
});

export const outboxMessages = pgTable('outbox_messages', {
  id: text('id').primaryKey(),
  sealed: bytea('sealed').notNull(),
  createdAt: time('created_at').notNull().default(now),
});

export const counters = pgTable('counters', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expiresAt: time('expires_at').notNull(),
});

export const passwordThrottles = pgTable('password_throttles', {
  phoneHash: bytea('phone_hash').primaryKey(),
  failures: integer('failures').notNull(),
  blockedUntil: time('blocked_until').notNull(),
  lastFailureAt: time('last_failure_at').notNull().default(now),
});

export const passwordFailures = pgTable('password_failures', {
  phoneHash: bytea('phone_hash').notNull(),
  address: text('address').notNull(),
  failures: integer('failures').notNull(),
  lastFailureAt: time('last_failure_at').notNull().default(now),
});

export const auditEvents = pgTable('audit_events', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: time('at').notNull().default(now),
  kind: text('kind').notNull(),
  accountId: text('account_id'),
  actorId: text('actor_id'),
  address: text('address').notNull(),
  requestId: text('request_id').notNull(),
  details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
});

export const appParams = pgTable('app_params', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: time('updated_at').notNull().default(now),
});
