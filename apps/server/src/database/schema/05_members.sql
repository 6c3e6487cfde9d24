-- E-mail confirmations, former e-mail addresses and practising certificates of members.

-- Confirmation links sent to e-mail addresses. A new link of the account replaces the previous one.
create table email_confirmations (
  account_id text primary key references accounts (id) on delete cascade,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  email text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  expires_at timestamptz not null
);
create index email_confirmations_expires_idx on email_confirmations (expires_at);
create unique index email_confirmations_token_key on email_confirmations (token_hash);

-- Confirmed e-mail addresses that an account replaced. They receive the most important notices until they expire.
create table former_emails (
  account_id text not null references accounts (id) on delete cascade,
  email text not null,
  replaced_at timestamptz not null default now(),
  expires_at timestamptz not null,
  confirmed_at timestamptz not null,
  primary key (account_id, email)
);
create index former_emails_expires_idx on former_emails (expires_at);

-- Brokers' practising certificates as declared by members, with the association's decisions. `expires_on` decides
-- whether a certificate has expired.
create table broker_certificates (
  account_id text primary key references accounts (id) on delete cascade,
  number text not null,
  province text not null,
  issued_on date not null,
  expires_on date,
  status text not null default 'declared' check (status in ('declared', 'confirmed', 'refused')),
  employer_id text references accounts (id) on delete set null,
  -- Employer outside the association, in the member's words.
  employer_name text,
  checked_by text references accounts (id) on delete set null,
  checked_at timestamptz,
  updated_at timestamptz not null default now(),
  refusal text,
  -- Value of `expires_on` for which each reminder was sent, so that a new date gets new reminders.
  reminded_early_for date,
  reminded_late_for date,
  constraint broker_certificates_one_employer check (employer_id is null or employer_name is null)
);
create index broker_certificates_checked_by_idx on broker_certificates (checked_by) where checked_by is not null;
create index broker_certificates_employer_idx on broker_certificates (employer_id) where employer_id is not null;
-- Lists expired certificates, most recently expired first.
create index broker_certificates_expired_idx on broker_certificates (expires_on, account_id)
  where status in ('declared', 'confirmed');
-- Serves the lists of certificates by status.
create index broker_certificates_status_idx on broker_certificates (status, updated_at, account_id);
