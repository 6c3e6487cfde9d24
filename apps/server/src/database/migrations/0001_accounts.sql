-- Accounts, their credentials and sessions, and one table per kind of one-time secret.
-- Forward only; each statement leaves a schema that the release before it can still serve.

create table accounts (
  id text primary key,
  phone text not null,
  kind text not null check (kind in ('personal', 'enterprise')),
  status text not null default 'active' check (status in ('active', 'locked')),
  role text not null default 'user' check (role in ('user', 'admin')),
  name text,
  email text,
  avatar text,
  member_object text check (member_object in ('broker', 'exchange', 'customer', 'expert')),
  province text,
  referral_code text not null,
  referred_by text references accounts (id) on delete set null,
  campaign text,
  locale text not null default 'vi',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index accounts_phone_key on accounts (phone);
create unique index accounts_referral_code_key on accounts (referral_code);
create index accounts_referred_by_idx on accounts (referred_by) where referred_by is not null;

create table enterprises (
  account_id text primary key references accounts (id) on delete cascade,
  name text,
  short_name text,
  tax_code text,
  representative text,
  verified_at timestamptz
);

create table password_credentials (
  account_id text primary key references accounts (id) on delete cascade,
  hash text not null,
  must_change boolean not null default false,
  changed_at timestamptz not null default now()
);

-- What a person agreed to, when and how (personal-data law 91/2025/QH15, art. 9): append only.
create table consents (
  id bigint generated always as identity primary key,
  account_id text not null references accounts (id) on delete cascade,
  purpose text not null,
  notice_version text not null,
  method text not null,
  address text not null,
  agreed_at timestamptz not null default now()
);
create index consents_account_idx on consents (account_id);

create table sessions (
  id text primary key,
  token_hash bytea not null,
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
  expires_at timestamptz not null
);
create unique index sessions_token_hash_key on sessions (token_hash);
create index sessions_account_idx on sessions (account_id);
create index sessions_expires_idx on sessions (least(idle_expires_at, expires_at));

create table captchas (
  id text primary key,
  answer_hash bytea not null,
  pre_session_hash bytea not null,
  expires_at timestamptz not null
);
create index captchas_expires_idx on captchas (expires_at);

-- Proof-of-work challenges already handed in, so that one solution serves once.
create table spent_challenges (
  signature_hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_challenges_expires_idx on spent_challenges (expires_at);

create table captcha_tokens (
  token_hash bytea primary key,
  pre_session_hash bytea not null,
  purpose text,
  expires_at timestamptz not null
);
create index captcha_tokens_expires_idx on captcha_tokens (expires_at);

create table otp_requests (
  id text primary key,
  pre_session_hash bytea not null,
  client_id text not null,
  purpose text not null check (purpose in ('signup', 'signin', 'forget-password', 'social')),
  phone text not null,
  code_hash bytea not null,
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
-- One live code for a phone and purpose: a new request replaces the row before it.
create unique index otp_requests_phone_purpose_key on otp_requests (phone, purpose);
create index otp_requests_expires_idx on otp_requests (expires_at);

create table otp_tokens (
  token_hash bytea primary key,
  pre_session_hash bytea not null,
  client_id text not null,
  purpose text not null,
  phone text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- A repeated sign-up after a lost answer finds what the first one made.
  request_hash bytea,
  account_id text references accounts (id) on delete cascade
);
create index otp_tokens_expires_idx on otp_tokens (expires_at);
create index otp_tokens_phone_idx on otp_tokens (phone);

-- Wrong codes of a phone, counted before they are compared; past the limit its codes rest until expires_at.
create table otp_failures (
  phone text primary key,
  failures integer not null,
  expires_at timestamptz not null
);
create index otp_failures_expires_idx on otp_failures (expires_at);

-- What became of the codes sent of late: the breaker compares entered with sent.
create table otp_sends (
  otp_request_id text primary key,
  is_member boolean not null,
  created_at timestamptz not null default now(),
  verified_at timestamptz
);
create index otp_sends_strangers_idx on otp_sends (created_at desc) where not is_member;
create index otp_sends_created_idx on otp_sends (created_at);

-- SMS to be sent: the text is sealed, and erased once the gateway has taken it.
create table sms_messages (
  id text primary key,
  phone text not null,
  purpose text not null,
  -- Set for a code: it is not sent once that request is used up, replaced or void.
  otp_request_id text,
  sealed_text bytea,
  status text not null default 'pending' check (status in ('pending', 'sending', 'sent', 'failed')),
  attempts smallint not null default 0,
  claimed_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sms_messages_open_idx on sms_messages (created_at) where status = 'pending';
create index sms_messages_expires_idx on sms_messages (expires_at);

-- The outbox page of evaluation mode; empty in production.
create table outbox_messages (
  id text primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
create index outbox_messages_created_idx on outbox_messages (created_at desc);

-- Fixed windows counted in the database: exact across processes, and a restart forgets nothing.
create table counters (
  key text primary key,
  points integer not null,
  expires_at timestamptz not null
);
create index counters_expires_idx on counters (expires_at);

-- Failed password sign-ins of a phone, whether an account has it or not (both must look alike).
create table password_throttles (
  phone_hash bytea primary key,
  failures integer not null,
  blocked_until timestamptz not null,
  last_failure_at timestamptz not null default now()
);
create table password_failures (
  phone_hash bytea not null,
  address text not null,
  failures integer not null,
  last_failure_at timestamptz not null default now(),
  primary key (phone_hash, address)
);
create index password_failures_last_idx on password_failures (last_failure_at);

create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null,
  account_id text,
  actor_id text,
  address text not null,
  request_id text not null,
  details jsonb not null default '{}'
);
create index audit_events_account_idx on audit_events (account_id, at desc);
create index audit_events_at_idx on audit_events (at);

-- Parameters an administrator may edit; what is absent falls back to the built-in ones.
create table app_params (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
