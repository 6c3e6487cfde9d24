import { sql } from 'drizzle-orm';
import { bigint, boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, time } from './schema.ts';

/** Drizzle's view of the tables of applications and single sign-on. */
const now = sql`now()`;

export type ApplicationAccess = 'open' | 'restricted';
export type ClientKind = 'web' | 'spa' | 'native' | 'machine';
export type ClientAuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
export type SigningAlgorithm = 'ES256' | 'RS256';

export const applications = pgTable('applications', {
  id: text('id').primaryKey(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  logo: text('logo'),
  ownerId: text('owner_id'),
  access: text('access').$type<ApplicationAccess>().notNull().default('open'),
  status: text('status').$type<'active' | 'disabled'>().notNull().default('active'),
  isFirstParty: boolean('is_first_party').notNull().default(false),
  createdAt: time('created_at').notNull().default(now),
  updatedAt: time('updated_at').notNull().default(now),
});

export const clients = pgTable('clients', {
  id: text('id').primaryKey(),
  applicationId: text('application_id').notNull(),
  kind: text('kind').$type<ClientKind>().notNull(),
  authMethod: text('auth_method').$type<ClientAuthMethod>().notNull(),
  redirectUris: text('redirect_uris').array().notNull().default([]),
  postLogoutUris: text('post_logout_uris').array().notNull().default([]),
  backchannelLogoutUri: text('backchannel_logout_uri'),
  idTokenAlg: text('id_token_alg').$type<SigningAlgorithm>().notNull().default('ES256'),
  jwks: jsonb('jwks').$type<{ keys: Record<string, unknown>[] }>(),
  asksToContinue: boolean('asks_to_continue').notNull().default(false),
  status: text('status').$type<'active' | 'disabled'>().notNull().default('active'),
  createdAt: time('created_at').notNull().default(now),
  updatedAt: time('updated_at').notNull().default(now),
});

export const clientSecrets = pgTable('client_secrets', {
  id: text('id').primaryKey(),
  clientId: text('client_id').notNull(),
  secretHash: bytea('secret_hash').notNull(),
  createdAt: time('created_at').notNull().default(now),
  expiresAt: time('expires_at'),
});

export const permissions = pgTable('permissions', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  applicationId: text('application_id').notNull(),
  role: text('role').notNull(),
  status: text('status').$type<'active' | 'withdrawn'>().notNull().default('active'),
  createdBy: text('created_by'),
  createdAt: time('created_at').notNull().default(now),
});

export const ssoTransactions = pgTable('sso_transactions', {
  preSessionHash: bytea('pre_session_hash').notNull(),
  clientId: text('client_id').notNull(),
  redirectUri: text('redirect_uri').notNull(),
  createdAt: time('created_at').notNull().default(now),
  expiresAt: time('expires_at').notNull(),
});

export const oidcSessions = pgTable('oidc_sessions', {
  sessionId: text('session_id').primaryKey(),
  accountId: text('account_id').notNull(),
  authorizations: jsonb('authorizations').$type<Record<string, unknown>>().notNull().default({}),
  state: jsonb('state').$type<Record<string, unknown>>(),
});

export const backchannelLogouts = pgTable('backchannel_logouts', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  accountId: text('account_id').notNull(),
  sessionId: text('session_id').notNull(),
  authorizations: jsonb('authorizations').$type<Record<string, unknown>>().notNull(),
  createdAt: time('created_at').notNull().default(now),
});

export const signingKeys = pgTable('signing_keys', {
  id: text('id').primaryKey(),
  alg: text('alg').$type<SigningAlgorithm>().notNull(),
  sealed: bytea('sealed').notNull(),
  status: text('status').$type<'active' | 'retired'>().notNull().default('active'),
  signsFrom: time('signs_from').notNull().default(now),
  createdAt: time('created_at').notNull().default(now),
});

export const ssoTraces = pgTable('sso_traces', {
  ref: text('ref').primaryKey(),
  clientId: text('client_id'),
  reason: text('reason').notNull(),
  details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  createdAt: time('created_at').notNull().default(now),
  expiresAt: time('expires_at').notNull(),
});

/** The tables of one-time and bearer secrets of OpenID Connect share their columns, not their rows. */
function recordTable<N extends string>(name: N) {
  return pgTable(name, {
    idHash: bytea('id_hash').primaryKey(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    grantId: text('grant_id'),
    accountId: text('account_id'),
    clientId: text('client_id'),
    sessionId: text('session_id'),
    userCode: text('user_code'),
    consumedAt: time('consumed_at'),
    expiresAt: time('expires_at'),
  });
}

export const oidcTables = {
  AuthorizationCode: recordTable('oidc_authorization_codes'),
  AccessToken: recordTable('oidc_access_tokens'),
  RefreshToken: recordTable('oidc_refresh_tokens'),
  ClientCredentials: recordTable('oidc_client_credentials'),
  DeviceCode: recordTable('oidc_device_codes'),
  PushedAuthorizationRequest: recordTable('oidc_pushed_requests'),
  Interaction: recordTable('oidc_interactions'),
  ReplayDetection: recordTable('oidc_replays'),
  Grant: recordTable('oidc_grants'),
} as const;
export type OidcModel = keyof typeof oidcTables;
