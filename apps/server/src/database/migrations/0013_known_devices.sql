-- A browser that has signed in to an account, found by its device cookie (OWASP: device cookies). Its wrong passwords and
-- codes are counted here, apart from those of strangers, so that strangers cannot close its ways in.
create table known_devices (
  account_id text not null references accounts (id) on delete cascade,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- Since the device's last sign-in.
  password_failures integer not null default 0,
  code_failures integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (account_id, token_hash)
);
create index known_devices_expires_idx on known_devices (expires_at);

-- Waits are per network. `password_throttles.blocked_until`, per phone, is read by the previous release only.
alter table password_failures add column blocked_until timestamptz not null default '-infinity';

-- The work that a captcha cost: see `captcha.policy.ts`.
alter table captcha_tokens add column work_level smallint not null default 0;

-- Replaces otp_requests, whose unique index on phone and purpose the previous release needs: with it, a stranger's
-- request ends the owner's code.
create table otp_codes (
  id text primary key,
  pre_session_hash bytea not null check (octet_length(pre_session_hash) = 32),
  client_id text not null,
  purpose text not null check (purpose in ('signup', 'signin', 'forget-password', 'social')),
  phone text not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  digits smallint not null,
  max_attempts smallint not null,
  attempts smallint not null default 0,
  -- The known device that asked; null for a stranger.
  device_hash bytea check (octet_length(device_hash) = 32),
  resend_seconds integer not null,
  -- Hash of the last attempt's idempotency key and code; a repeat is not counted again.
  last_attempt_hash bytea check (octet_length(last_attempt_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Set before the SMS is sent, if the request can be repeated.
  sent_at timestamptz,
  used_at timestamptz
);
create unique index otp_codes_browser_key on otp_codes (phone, purpose, pre_session_hash);
create index otp_codes_expires_idx on otp_codes (expires_at);

-- Requests for a code whose captcha is redeemed, by their idempotency key, so that a repeat after a lost answer
-- continues with the same captcha.
create table otp_repeats (
  request_hash bytea primary key check (octet_length(request_hash) = 32),
  otp_request_id text not null,
  is_undelivered boolean not null default false,
  expires_at timestamptz not null
);
create index otp_repeats_expires_idx on otp_repeats (expires_at);
