-- Recovery of an account without its phone, and phones whose account has not been used for long.
set local lock_timeout = '100ms';

create table recovery_requests (
  id text primary key,
  -- received: not yet compared with the accounts. waiting: the owner is told and may stop it until ready_at.
  -- ready: the link has been sent.
  status text not null check (status in ('received', 'waiting', 'ready', 'stopped', 'completed')),
  -- Where the link is sent. code: nowhere, a recovery code was the proof.
  channel text not null check (channel in ('mail', 'phone', 'code')),
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
  expires_at timestamptz not null
);
create unique index recovery_requests_open_key on recovery_requests (account_id) where status in ('waiting', 'ready');
create unique index recovery_requests_token_key on recovery_requests (token_hash);
create index recovery_requests_account_idx on recovery_requests (account_id, created_at desc);
create index recovery_requests_received_idx on recovery_requests (created_at) where status = 'received';
create index recovery_requests_waiting_idx on recovery_requests (ready_at) where status = 'waiting';
create index recovery_requests_expires_idx on recovery_requests (expires_at);

-- Former numbers of accounts: lost to a new owner, or replaced by a recovery.
create table released_phones (
  account_id text not null references accounts (id) on delete cascade,
  phone text not null,
  released_at timestamptz not null default now(),
  primary key (account_id, phone)
);
create index released_phones_phone_idx on released_phones (phone);

alter table otp_requests drop constraint otp_requests_purpose_check, add constraint otp_requests_purpose_check
  check (purpose in ('signup', 'signin', 'forget-password', 'social', 'phone-change', 'recovery')) not valid;
alter table otp_codes drop constraint otp_codes_purpose_check, add constraint otp_codes_purpose_check
  check (purpose in ('signup', 'signin', 'forget-password', 'social', 'phone-change', 'recovery')) not valid;

-- Written at most once a day. Sign-ins hold the lock of the account's row.
create function note_sign_in() returns trigger language plpgsql as $$
begin
  update accounts set last_sign_in_at = now()
  where id = new.account_id and last_sign_in_at < now() - interval '1 day';
  return null;
end $$;
create trigger sessions_noted after insert on sessions for each row execute function note_sign_in();

-- phone_in_doubt: the owner reported a change that was made with the phone, so a code sent to it is not enough.
-- last_sign_in_at: accounts that exist already count from this migration on.
alter table accounts
  add column phone_in_doubt boolean not null default false,
  add column last_sign_in_at timestamptz not null default now();
