-- One table for each kind of one-time secret on the way to a session.

create table captchas (
  id text primary key,
  answer_hash bytea not null check (octet_length(answer_hash) = 32),
  pre_session_hash bytea not null check (octet_length(pre_session_hash) = 32),
  expires_at timestamptz not null
);
create index captchas_expires_idx on captchas (expires_at);

create table captcha_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  pre_session_hash bytea not null check (octet_length(pre_session_hash) = 32),
  purpose text,
  expires_at timestamptz not null,
  -- The work that a captcha cost: see `captcha.policy.ts`.
  work_level smallint not null default 0
);
create index captcha_tokens_expires_idx on captcha_tokens (expires_at);

-- Proof-of-work challenges already handed in, so that one solution serves once.
create table spent_challenges (
  signature_hash bytea primary key check (octet_length(signature_hash) = 32),
  expires_at timestamptz not null
);
create index spent_challenges_expires_idx on spent_challenges (expires_at);

-- One live code for a phone, purpose and browser, so that a stranger's request does not end the owner's code.
create table otp_codes (
  id text primary key,
  pre_session_hash bytea not null check (octet_length(pre_session_hash) = 32),
  client_id text not null,
  purpose text not null
    check (purpose in ('signup', 'signin', 'forget-password', 'social', 'phone-change', 'recovery')),
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

create table otp_requests (
  id text primary key,
  pre_session_hash bytea not null check (octet_length(pre_session_hash) = 32),
  client_id text not null,
  purpose text not null
    check (purpose in ('signup', 'signin', 'forget-password', 'social', 'phone-change', 'recovery')),
  phone text not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index otp_requests_expires_idx on otp_requests (expires_at);
-- One live code for a phone and purpose: a new request replaces the row before it.
create unique index otp_requests_phone_purpose_key on otp_requests (phone, purpose);

create table otp_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  pre_session_hash bytea not null check (octet_length(pre_session_hash) = 32),
  client_id text not null,
  purpose text not null,
  phone text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- A repeated sign-up after a lost answer finds what the first one made.
  request_hash bytea check (octet_length(request_hash) = 32),
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
  verified_at timestamptz,
  -- The network that requested the code: an address, or its /64.
  network text
);
create index otp_sends_created_idx on otp_sends (created_at);
create index otp_sends_strangers_idx on otp_sends (created_at desc) where not is_member;

-- Requests for a code whose captcha is redeemed, by their idempotency key, so that a repeat after a lost answer
-- continues with the same captcha.
create table otp_repeats (
  request_hash bytea primary key check (octet_length(request_hash) = 32),
  otp_request_id text not null,
  is_undelivered boolean not null default false,
  expires_at timestamptz not null
);
create index otp_repeats_expires_idx on otp_repeats (expires_at);

-- A sign-in that one screen starts and a member's phone approves. The id is public, because the QR code holds it. The
-- screen that started it is known by its pre-session and by a separate secret: a planted pre-session is not enough.
create table qr_requests (
  id text primary key,
  poll_hash bytea not null check (octet_length(poll_hash) = 32),
  pre_session_hash bytea not null check (octet_length(pre_session_hash) = 32),
  user_agent text not null,
  address text not null,
  -- The screen shows `number`; the phone shows all three.
  number smallint not null,
  decoy_one smallint not null,
  decoy_two smallint not null,
  status text not null default 'pending' check (status in ('pending', 'scanned', 'approved', 'denied', 'used')),
  -- The member who scanned it first. Only this member can approve or deny it.
  account_id text references accounts (id) on delete cascade,
  -- What the approving session had proved.
  amr text[],
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index qr_requests_account_idx on qr_requests (account_id);
create index qr_requests_expires_idx on qr_requests (expires_at);

create table recovery_requests (
  id text primary key,
  -- received: not yet compared with the accounts. waiting: the owner is told and may stop it until ready_at.
  -- ready: the link has been sent.
  status text not null check (status in ('received', 'waiting', 'ready', 'stopped', 'completed')),
  -- Where the link is sent. code: nowhere, a recovery code was the proof.
  channel text not null check (channel in ('mail', 'phone', 'code', 'desk')),
  -- The phone and the address as entered. Erased once they are compared.
  sealed_input bytea,
  account_id text references accounts (id) on delete cascade,
  -- The address that was told of the request. The link is sent to no other.
  email_hash bytea check (octet_length(email_hash) = 32),
  token_hash bytea check (octet_length(token_hash) = 32),
  user_agent text not null,
  address text not null,
  request_id text not null,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz not null,
  code_hash bytea check (octet_length(code_hash) = 32)
);
create index recovery_requests_account_idx on recovery_requests (account_id, created_at desc);
create index recovery_requests_expires_idx on recovery_requests (expires_at);
create unique index recovery_requests_open_key on recovery_requests (account_id) where status in ('waiting', 'ready');
create index recovery_requests_received_idx on recovery_requests (created_at) where status = 'received';
create unique index recovery_requests_token_key on recovery_requests (token_hash);
create index recovery_requests_waiting_idx on recovery_requests (ready_at) where status = 'waiting';

-- The link "this wasn't me" of a notice, by which the owner locks the account.
create table notice_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  account_id text not null references accounts (id) on delete cascade,
  kind text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index notice_links_account_idx on notice_links (account_id);
create index notice_links_expires_idx on notice_links (expires_at);
