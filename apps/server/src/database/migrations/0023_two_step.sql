-- Two-step sign-in: the authenticator app of an account (RFC 6238) and its recovery codes.

set local lock_timeout = '100ms';

create table authenticator_apps (
  account_id text primary key references accounts (id) on delete cascade,
  -- Sealed rather than hashed, because codes are computed from the secret.
  sealed_secret bytea not null,
  confirmed_at timestamptz not null default now(),
  -- The time step of the last accepted code. A code of it or of an earlier one is refused (RFC 6238 section 5.2).
  last_step integer not null
);

-- A secret whose first code has not been checked yet.
create table authenticator_setups (
  account_id text primary key references accounts (id) on delete cascade,
  sealed_secret bytea not null,
  expires_at timestamptz not null
);
create index authenticator_setups_expires_idx on authenticator_setups (expires_at);

create table recovery_codes (
  account_id text not null references accounts (id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- A step that waits for a code of the app: the token that completes it, and what its session will be. Null in the steps
-- of administrators who prove password and SMS.
alter table sign_in_steps
  add column token_hash bytea check (octet_length(token_hash) = 32),
  add column method text,
  add column is_persistent boolean,
  add column attempts smallint not null default 0;

-- Until when the device needs no code of the app.
alter table known_devices add column two_step_until timestamptz;
