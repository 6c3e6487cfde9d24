-- Passkeys (WebAuthn Level 3). A passkey is a public key and grants nothing without the device that holds its private
-- key, so it survives a new password.
create table passkeys (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  credential_id bytea not null check (octet_length(credential_id) between 1 and 1023),
  -- COSE_Key (RFC 9052).
  public_key bytea not null,
  -- An unsigned 32-bit number; 0 for authenticators that do not count.
  counter bigint not null,
  transports text[] not null,
  is_backup_eligible boolean not null,
  is_backed_up boolean not null,
  -- The model of the authenticator, or zeros.
  aaguid text not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- From then on it confirms sensitive changes; later than the creation if only a code was verified before it.
  confirms_from timestamptz not null,
  constraint passkeys_credential_key unique (credential_id)
);
create index passkeys_account_idx on passkeys (account_id);

create table passkey_users (
  account_id text primary key references accounts (id) on delete cascade,
  -- The account's name in authenticators: random, so that a passkey reveals neither the account nor the phone
  -- (section 14.6.1). It stays when the last passkey is removed, so that a device replaces its old one.
  user_handle bytea not null unique check (octet_length(user_handle) = 32),
  -- The offer of a passkey was declined until then.
  offer_after timestamptz not null default '-infinity'
);

-- Each is answered at most once, by the browser (`sign-in`) or the session it was made for.
create table passkey_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  purpose text not null check (purpose in ('register', 'sign-in', 'confirm')),
  -- The hash of the pre-session or of the session's id.
  holder_hash bytea not null check (octet_length(holder_hash) = 32),
  expires_at timestamptz not null
);
create index passkey_challenges_expires_idx on passkey_challenges (expires_at);
