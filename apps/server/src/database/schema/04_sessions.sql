-- Sessions, unfinished sign-ins and known devices.

create table sessions (
  id text primary key,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  account_id text not null references accounts (id) on delete cascade,
  method text not null,
  is_persistent boolean not null,
  user_agent text not null,
  address text not null,
  created_at timestamptz not null default now(),
  authenticated_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle_seconds integer not null,
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  -- Authentication methods (RFC 8176) proved by the session.
  amr text[] not null,
  -- Last verification of the password or a passkey in the session, or the sign-up that began the session.
  -- Sensitive changes require one within the last five minutes.
  confirmed_at timestamptz,
  -- Highest id of legal_versions that required agreement when the session began. An account that has agreed only to
  -- lower ids must agree first.
  legal_required integer not null default 0,
  -- Hash of the token that the last verification of the owner replaced. Requests already in flight with that token are
  -- accepted for a minute.
  former_token_hash bytea check (octet_length(former_token_hash) = 32)
);
create index sessions_account_idx on sessions (account_id);
create index sessions_expires_idx on sessions (least(idle_expires_at, expires_at));
create unique index sessions_token_hash_key on sessions (token_hash);
create unique index sessions_former_token_hash_key on sessions (former_token_hash);

-- Proofs of a browser for an account that needs more than one. Rows are deleted when the sign-in is complete and
-- whenever the account's access ends.
create table sign_in_steps (
  pre_session_hash bytea not null check (octet_length(pre_session_hash) = 32),
  account_id text not null references accounts (id) on delete cascade,
  amr text[] not null,
  expires_at timestamptz not null,
  -- For a step that waits for an authenticator code: the hash of the token that completes the step, and the method
  -- and persistence of the resulting session. The hash is null for administrators who prove password and SMS.
  token_hash bytea check (octet_length(token_hash) = 32),
  method text,
  is_persistent boolean,
  attempts smallint not null default 0,
  -- Social identity that the completed sign-in links to the account.
  link_provider text check (link_provider in ('facebook', 'google', 'zalo')),
  link_subject text,
  link_name text,
  primary key (pre_session_hash, account_id)
);
create index sign_in_steps_account_idx on sign_in_steps (account_id);
create index sign_in_steps_expires_idx on sign_in_steps (expires_at);

-- Browsers that have signed in to an account, identified by their device cookie (OWASP: device cookies). Their wrong
-- passwords and codes are counted here, separately from unknown browsers, so that strangers cannot lock the owner
-- out.
create table known_devices (
  account_id text not null references accounts (id) on delete cascade,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- Failures since the device's last successful attempt or the last reset by support.
  password_failures integer not null default 0,
  code_failures integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- End of the period in which the device needs no authenticator code.
  two_step_until timestamptz,
  primary key (account_id, token_hash)
);
create index known_devices_expires_idx on known_devices (expires_at);
-- Captchas are counted per known device, which is looked up by its token alone.
create index known_devices_token_hash_idx on known_devices (token_hash);
