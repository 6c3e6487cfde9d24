-- Relying applications, their clients and rights, and what single sign-on keeps: one table per kind of secret.

create table applications (
  id text primary key,
  code text not null,
  name text not null,
  logo text,
  owner_id text references accounts (id) on delete set null,
  access text not null default 'open' check (access in ('open', 'restricted')),
  status text not null default 'active' check (status in ('active', 'disabled')),
  is_first_party boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index applications_code_key on applications (code);
create index applications_owner_idx on applications (owner_id) where owner_id is not null;

create table clients (
  id text primary key,
  application_id text not null references applications (id) on delete cascade,
  kind text not null check (kind in ('web', 'spa', 'native', 'machine')),
  auth_method text not null check (auth_method in ('none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt')),
  redirect_uris text[] not null default '{}',
  post_logout_uris text[] not null default '{}',
  backchannel_logout_uri text,
  id_token_alg text not null default 'ES256' check (id_token_alg in ('ES256', 'RS256')),
  jwks jsonb,
  asks_to_continue boolean not null default false,
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index clients_application_idx on clients (application_id);

-- Two may be valid for a while, so that a secret is rotated without an outage.
create table client_secrets (
  id text primary key,
  client_id text not null references clients (id) on delete cascade,
  secret_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create index client_secrets_client_idx on client_secrets (client_id);

create table permissions (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  application_id text not null references applications (id) on delete cascade,
  role text not null,
  status text not null default 'active' check (status in ('active', 'withdrawn')),
  created_by text references accounts (id) on delete set null,
  created_at timestamptz not null default now()
);
create unique index permissions_key on permissions (account_id, application_id, role);
create index permissions_application_idx on permissions (application_id);

-- A validated request of the community's protocol, bound to the browser that made it.
create table sso_transactions (
  pre_session_hash bytea not null,
  client_id text not null references clients (id) on delete cascade,
  redirect_uri text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (pre_session_hash, client_id)
);
create index sso_transactions_expires_idx on sso_transactions (expires_at);

-- What OpenID Connect remembers of a session; the session itself stays the one row in `sessions`.
create table oidc_sessions (
  session_id text primary key references sessions (id) on delete cascade,
  account_id text not null,
  authorizations jsonb not null default '{}',
  state jsonb
);

-- Applications to be told that a session ended. The trigger sees every way a session can end, so none can forget it.
create table backchannel_logouts (
  id bigint generated always as identity primary key,
  account_id text not null,
  session_id text not null,
  authorizations jsonb not null,
  created_at timestamptz not null default now()
);
create index backchannel_logouts_created_idx on backchannel_logouts (created_at);

-- One job for each ended session, in the transaction that ends it; two that end sessions never wait for each other.
-- The queue's own schema comes with the first start: what ends before is found by the sweep.
create function queue_backchannel_logout(id bigint) returns void language plpgsql as $$
begin
  if to_regclass('graphile_worker.jobs') is not null then
    perform graphile_worker.add_job('logout', json_build_object('id', id), max_attempts => 8, job_key => 'logout-' || id);
  end if;
end $$;

create function note_ended_oidc_session() returns trigger language plpgsql as $$
declare
  noted bigint;
begin
  if exists (select from clients c where c.backchannel_logout_uri is not null and old.authorizations ? c.id) then
    insert into backchannel_logouts (account_id, session_id, authorizations)
    values (old.account_id, old.session_id, old.authorizations)
    returning id into noted;
    perform queue_backchannel_logout(noted);
  end if;
  return old;
end $$;
create trigger oidc_sessions_ended after delete on oidc_sessions
  for each row execute function note_ended_oidc_session();

-- single use, 60 s
create table oidc_authorization_codes (
  id_hash bytea primary key,
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

-- 5 minutes
create table oidc_access_tokens (
  id_hash bytea primary key,
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

-- rotates with each use
create table oidc_refresh_tokens (
  id_hash bytea primary key,
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

-- tokens of machine clients
create table oidc_client_credentials (
  id_hash bytea primary key,
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

-- device flow
create table oidc_device_codes (
  id_hash bytea primary key,
  payload jsonb not null,
  grant_id text,
  account_id text,
  client_id text,
  session_id text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz
);
create index oidc_device_codes_expires_idx on oidc_device_codes (expires_at);
create index oidc_device_codes_grant_idx on oidc_device_codes (grant_id);
create unique index oidc_device_codes_user_code_key on oidc_device_codes (user_code) where user_code is not null;

-- RFC 9126
create table oidc_pushed_requests (
  id_hash bytea primary key,
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

-- a request that waits for the person
create table oidc_interactions (
  id_hash bytea primary key,
  payload jsonb not null,
  grant_id text,
  account_id text,
  client_id text,
  session_id text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz
);
create index oidc_interactions_expires_idx on oidc_interactions (expires_at);

-- spent assertions and DPoP proofs
create table oidc_replays (
  id_hash bytea primary key,
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

-- what an account allowed a client
create table oidc_grants (
  id_hash bytea primary key,
  payload jsonb not null,
  grant_id text,
  account_id text,
  client_id text,
  session_id text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz
);
create index oidc_grants_expires_idx on oidc_grants (expires_at);
create index oidc_grants_account_idx on oidc_grants (account_id, client_id);

-- Keys that sign id tokens; the private half is sealed.
create table signing_keys (
  id text primary key,
  alg text not null check (alg in ('ES256', 'RS256')),
  sealed bytea not null,
  status text not null default 'active' check (status in ('active', 'retired')),
  -- published before it signs, so that no token comes from a key that somebody does not know yet
  signs_from timestamptz not null default now(),
  created_at timestamptz not null default now()
);

-- Why a sign-on request was refused, found again by the reference number that the person saw.
create table sso_traces (
  ref text primary key,
  client_id text,
  reason text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sso_traces_expires_idx on sso_traces (expires_at);
