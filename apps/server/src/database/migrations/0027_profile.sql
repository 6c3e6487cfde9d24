-- The profile: avatar, confirmed e-mail address, change of the phone, a broker's practising certificate.
set local lock_timeout = '100ms';

create table avatars (
  account_id text primary key references accounts (id) on delete cascade,
  -- Part of the picture's address. Another picture has another id, so caches may keep each for ever.
  id text not null,
  content bytea not null,
  content_hash bytea not null check (octet_length(content_hash) = 32),
  created_at timestamptz not null default now()
);
create unique index avatars_id_key on avatars (id);

-- The link sent to an address. A newer link of the account replaces it.
create table email_confirmations (
  account_id text primary key references accounts (id) on delete cascade,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  email text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  expires_at timestamptz not null
);
create unique index email_confirmations_token_key on email_confirmations (token_hash);
create index email_confirmations_expires_idx on email_confirmations (expires_at);

create table phone_changes (
  undo_hash bytea primary key check (octet_length(undo_hash) = 32),
  account_id text not null references accounts (id) on delete cascade,
  old_phone text not null,
  new_phone text not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  expires_at timestamptz not null
);
create index phone_changes_account_idx on phone_changes (account_id, created_at desc);
create index phone_changes_expires_idx on phone_changes (expires_at);

-- As the member declared it, and what the association found. "Expired" follows from expires_on.
create table broker_certificates (
  account_id text primary key references accounts (id) on delete cascade,
  number text not null,
  province text not null,
  issued_on date not null,
  expires_on date,
  status text not null default 'declared' check (status in ('declared', 'confirmed', 'refused')),
  employer_id text references accounts (id) on delete set null,
  checked_by text references accounts (id) on delete set null,
  checked_at timestamptz,
  updated_at timestamptz not null default now()
);
create index broker_certificates_employer_idx on broker_certificates (employer_id) where employer_id is not null;
create index broker_certificates_checked_by_idx on broker_certificates (checked_by) where checked_by is not null;

create index enterprises_tax_code_idx on enterprises (tax_code) where verified_at is not null;

alter table otp_requests drop constraint otp_requests_purpose_check, add constraint otp_requests_purpose_check
  check (purpose in ('signup', 'signin', 'forget-password', 'social', 'phone-change')) not valid;
alter table otp_codes drop constraint otp_codes_purpose_check, add constraint otp_codes_purpose_check
  check (purpose in ('signup', 'signin', 'forget-password', 'social', 'phone-change')) not valid;

-- email_confirmed_at: when the owner of the address opened the link sent to it; null after the address changes.
-- sensitive_hold_until: after a change of the phone, actions that a thief would need next are refused until then.
alter table accounts
  add column email_confirmed_at timestamptz,
  add column sensitive_hold_until timestamptz;
