-- OpenID Connect and the community protocol, one table per kind of token.

-- Data that oidc-provider stores about a session. The session itself is the row in `sessions`.
create table oidc_sessions (
  session_id text primary key references sessions (id) on delete cascade,
  account_id text not null,
  authorizations jsonb not null default '{}',
  state jsonb
);

-- Authorization codes, valid once and for 60 s.
create table oidc_authorization_codes (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  payload jsonb not null,
  grant_id text,
  account_id text,
  client_id text,
  session_id text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz
);
create index oidc_authorization_codes_expires_idx on oidc_authorization_codes (expires_at);
create index oidc_authorization_codes_grant_idx on oidc_authorization_codes (grant_id);

-- Access tokens, valid for 5 minutes.
create table oidc_access_tokens (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  payload jsonb not null,
  grant_id text,
  account_id text,
  client_id text,
  session_id text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz
);
create index oidc_access_tokens_expires_idx on oidc_access_tokens (expires_at);
create index oidc_access_tokens_grant_idx on oidc_access_tokens (grant_id);

-- Refresh tokens, rotated at each use.
create table oidc_refresh_tokens (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  payload jsonb not null,
  grant_id text,
  account_id text,
  client_id text,
  session_id text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz
);
create index oidc_refresh_tokens_expires_idx on oidc_refresh_tokens (expires_at);
create index oidc_refresh_tokens_grant_idx on oidc_refresh_tokens (grant_id);

-- Access tokens of machine clients.
create table oidc_client_credentials (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  payload jsonb not null,
  grant_id text,
  account_id text,
  client_id text,
  session_id text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz
);
create index oidc_client_credentials_expires_idx on oidc_client_credentials (expires_at);

-- Device authorization grants (RFC 8628).
create table oidc_device_codes (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  payload jsonb not null,
  grant_id text,
  account_id text,
  client_id text,
  session_id text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz,
  -- Time of the device's last poll, and the minimum number of seconds between two polls (RFC 8628 section 3.5).
  polled_at timestamptz,
  poll_seconds integer not null default 5
);
create index oidc_device_codes_expires_idx on oidc_device_codes (expires_at);
create index oidc_device_codes_grant_idx on oidc_device_codes (grant_id);
create unique index oidc_device_codes_user_code_key on oidc_device_codes (user_code) where user_code is not null;

-- Pushed authorization requests (RFC 9126).
create table oidc_pushed_requests (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  payload jsonb not null,
  grant_id text,
  account_id text,
  client_id text,
  session_id text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz
);
create index oidc_pushed_requests_expires_idx on oidc_pushed_requests (expires_at);

-- Authorization requests that wait for the user to sign in or consent.
create table oidc_interactions (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  payload jsonb not null,
  grant_id text,
  account_id text,
  client_id text,
  session_id text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz,
  -- Time of the request for a sign-in. Uses the database's clock, because sign-ins are compared with this time regardless
  -- of clock skew between servers.
  created_at timestamptz not null default now()
);
create index oidc_interactions_expires_idx on oidc_interactions (expires_at);

-- Used client assertions and DPoP proofs, so that each is accepted only once.
create table oidc_replays (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  payload jsonb not null,
  grant_id text,
  account_id text,
  client_id text,
  session_id text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz
);
create index oidc_replays_expires_idx on oidc_replays (expires_at);

-- Grants of oidc-provider: the access that an account has allowed a client in a session.
create table oidc_grants (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  payload jsonb not null,
  grant_id text,
  account_id text,
  client_id text,
  session_id text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz
);
create index oidc_grants_account_idx on oidc_grants (account_id, client_id);
create index oidc_grants_expires_idx on oidc_grants (expires_at);

-- Validated requests of the community protocol, each bound to the browser that sent it.
create table sso_transactions (
  pre_session_hash bytea not null check (octet_length(pre_session_hash) = 32),
  client_id text not null references clients (id) on delete cascade,
  redirect_uri text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (pre_session_hash, client_id)
);
create index sso_transactions_expires_idx on sso_transactions (expires_at);

-- Reasons for rejected sign-on requests, by the reference number shown to the user.
create table sso_traces (
  ref text primary key,
  client_id text,
  reason text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sso_traces_expires_idx on sso_traces (expires_at);

-- Signing keys of ID tokens, with sealed private keys.
create table signing_keys (
  id text primary key,
  alg text not null check (alg in ('ES256', 'RS256')),
  sealed bytea not null,
  status text not null default 'active' check (status in ('active', 'retired')),
  -- A key is published before it signs, so that clients have fetched it before they see a token signed with it.
  signs_from timestamptz not null default now(),
  created_at timestamptz not null default now()
);
