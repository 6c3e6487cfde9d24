-- One-time secrets of sign-in and recovery, one table per kind.

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
  -- Difficulty of the captcha; see `captcha.policy.ts`.
  work_level smallint not null default 0,
  -- Hash of the repeatable request that redeemed the token; the same request may use the token again.
  request_hash bytea check (octet_length(request_hash) = 32)
);
create index captcha_tokens_expires_idx on captcha_tokens (expires_at);

-- Solved proof-of-work challenges, kept so that each solution works only once.
create table spent_challenges (
  signature_hash bytea primary key check (octet_length(signature_hash) = 32),
  expires_at timestamptz not null
);
create index spent_challenges_expires_idx on spent_challenges (expires_at);

-- One-time codes, from the request of a code to the use of its token. The limits of a phone are computed from
-- its codes of the last day. Apart from `account_id`, no changing column is indexed, so that updates stay in
-- their page (HOT).
create table otp_codes (
  id text primary key,
  phone text not null,
  purpose text not null
    check (purpose in
      ('signup', 'signin', 'forget-password', 'social', 'phone-change', 'recovery', 'reauthenticate')),
  pre_session_hash bytea not null check (octet_length(pre_session_hash) = 32),
  client_id text not null,
  -- Known device that requested the code; null for an unknown device, or once the device is no longer known.
  device_hash bytea check (octet_length(device_hash) = 32),
  -- Network of an unknown device: an IPv4 address or an IPv6 /64.
  network text,
  is_member boolean not null,
  -- Hash of the request if it has an idempotency key and may be repeated.
  request_hash bytea check (octet_length(request_hash) = 32),
  digits smallint not null,
  max_attempts smallint not null,
  resend_seconds integer not null,
  created_at timestamptz not null default now(),
  -- End of the code's validity; earlier than the end of its lifetime if the code was replaced or not
  -- delivered.
  expires_at timestamptz not null,
  -- Hash of the code, set together with `sent_at`, before the SMS is sent.
  code_hash bytea check (octet_length(code_hash) = 32),
  sent_at timestamptz,
  is_undelivered boolean not null default false,
  -- False if the SMS failed through a gateway's fault, or if support has since lifted the phone's limits. A code to a
  -- number that every gateway refused still counts.
  is_counted boolean not null default true,
  attempts smallint not null default 0,
  -- Hash of the last attempt's idempotency key and digits, so that a repeated attempt is not counted again.
  last_attempt_hash bytea check (octet_length(last_attempt_hash) = 32),
  -- `verified_at`, `token_hash` and `token_expires_at` are set together, once, when the correct code is exchanged for
  -- a token.
  verified_at timestamptz,
  token_hash bytea check (octet_length(token_hash) = 32),
  token_expires_at timestamptz,
  token_used_at timestamptz,
  -- Identifies the sign-up that used the token, so that a request repeated after a lost response finds the account
  -- that the first request created.
  sign_up_hash bytea check (octet_length(sign_up_hash) = 32),
  account_id text references accounts (id) on delete cascade
) with (fillfactor = 50);
-- Finds a phone's codes for its limits, for its token in a browser, and for erasure.
create index otp_codes_phone_idx on otp_codes (phone, created_at);
-- Finds the codes of the last hour for the dashboard, and expired codes for the purge.
create index otp_codes_created_idx on otp_codes (created_at);
-- Finds the latest codes to phones without an account, for the breaker.
create index otp_codes_strangers_idx on otp_codes (created_at) where not is_member;
-- Finds the codes of an account that is deleted.
create index otp_codes_account_idx on otp_codes (account_id) where account_id is not null;

-- Sign-ins started on a screen and approved on a member's phone. The id is public, because the QR code contains it.
-- The screen that started the request is recognized by its pre-session and a separate secret, because an attacker may
-- have planted the pre-session.
create table qr_requests (
  id text primary key,
  poll_hash bytea not null check (octet_length(poll_hash) = 32),
  pre_session_hash bytea not null check (octet_length(pre_session_hash) = 32),
  user_agent text not null,
  address text not null,
  -- Number on the screen. The phone shows it with two decoys.
  number smallint not null,
  decoy_one smallint not null,
  decoy_two smallint not null,
  status text not null default 'pending' check (status in ('pending', 'scanned', 'approved', 'denied', 'used')),
  -- Member who scanned the code first. Only this member can approve or deny the request.
  account_id text references accounts (id) on delete cascade,
  -- Authentication methods of the approving session.
  amr text[],
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index qr_requests_account_idx on qr_requests (account_id);
create index qr_requests_expires_idx on qr_requests (expires_at);

create table recovery_requests (
  id text primary key,
  -- `received`: not yet compared with the accounts. `waiting`: the owner has been notified and may stop the
  -- recovery until ready_at. `ready`: the wait is over, and the link has been sent or the recovery code was
  -- accepted.
  status text not null check (status in ('received', 'waiting', 'ready', 'stopped', 'completed')),
  -- Channel of the link. With `code` no link is sent, because a recovery code was the proof.
  channel text not null check (channel in ('mail', 'phone', 'code', 'support')),
  -- Phone and e-mail address as entered, erased once they are compared. For a recovery by support, the
  -- contact that receives the link, erased when the link is sent.
  sealed_input bytea,
  account_id text references accounts (id) on delete cascade,
  -- Hash of the e-mail address that was notified of the request; the link is sent to no other address.
  email_hash bytea check (octet_length(email_hash) = 32),
  token_hash bytea check (octet_length(token_hash) = 32),
  user_agent text not null,
  address text not null,
  request_id text not null,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz not null,
  code_hash bytea check (octet_length(code_hash) = 32),
  -- Administrators who requested and confirmed a recovery by support.
  requested_by text references accounts (id) on delete set null,
  confirmed_by text references accounts (id) on delete set null
);
create index recovery_requests_requested_by_idx on recovery_requests (requested_by) where requested_by is not null;
create index recovery_requests_confirmed_by_idx on recovery_requests (confirmed_by) where confirmed_by is not null;
create index recovery_requests_account_idx on recovery_requests (account_id, created_at desc);
create index recovery_requests_expires_idx on recovery_requests (expires_at);
create unique index recovery_requests_open_key on recovery_requests (account_id) where status in ('waiting', 'ready');
-- Finds the next request to compare with the accounts.
create index recovery_requests_received_idx on recovery_requests (created_at) where status = 'received';
create unique index recovery_requests_token_key on recovery_requests (token_hash);
-- Finds the next recovery whose waiting time is over.
create index recovery_requests_waiting_idx on recovery_requests (ready_at) where status = 'waiting';

-- "This wasn't me" links in notices, by which owners lock their account, undo the reported change or stop a recovery.
create table notice_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  account_id text not null references accounts (id) on delete cascade,
  kind text not null,
  -- True if the notice, or one of the notices joined in it, reports a used recovery code. A report through the link
  -- then invalidates the remaining codes.
  reports_recovery_code boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Origin of the reported change, shown on the page of the link.
  user_agent text not null default '',
  address text not null default '',
  -- Time at which the account got the phone or e-mail address to which the link was sent; null for the first phone.
  channel_since timestamptz,
  -- `undoes`: the link undoes a change of the phone or e-mail address. `former_channel`: the phone or address before
  -- that change.
  undoes boolean not null default false,
  former_channel text
);
create index notice_links_account_idx on notice_links (account_id);
create index notice_links_expires_idx on notice_links (expires_at);
