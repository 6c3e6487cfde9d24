-- Passwords, passkeys, authenticator apps, recovery codes and linked identities.

create table password_credentials (
  account_id text primary key references accounts (id) on delete cascade,
  hash text not null,
  changed_at timestamptz not null default now()
);

-- Failed password attempts by phone, or by account if it has no phone. Phones without an account are counted too, so
-- that they are indistinguishable.
create table password_throttles (
  phone_hash bytea primary key check (octet_length(phone_hash) = 32),
  failures integer not null,
  last_failure_at timestamptz not null default now()
);

-- Failed password attempts by phone and network, so that a network waits only for its own failures.
create table password_failures (
  phone_hash bytea not null check (octet_length(phone_hash) = 32),
  address text not null,
  failures integer not null,
  last_failure_at timestamptz not null default now(),
  blocked_until timestamptz not null,
  primary key (phone_hash, address)
);
-- Finds expired rows for the purge.
create index password_failures_last_idx on password_failures (last_failure_at);

create table authenticator_apps (
  account_id text primary key references accounts (id) on delete cascade,
  -- Encrypted instead of hashed, because codes are computed from the secret.
  sealed_secret bytea not null,
  confirmed_at timestamptz not null default now(),
  -- Time step of the last accepted code. Codes of this or an earlier step are rejected (RFC 6238 section 5.2).
  last_step integer not null
);

-- New secrets whose first code has not been verified yet.
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
  -- A new code requires a waiting time even with the password, because an intruder who knows the password may have
  -- created it.
  created_at timestamptz not null default now(),
  primary key (account_id, code_hash)
);

-- Passkeys (WebAuthn Level 3). They survive a password change, because a public key is useless without the device that
-- holds the private key.
create table passkeys (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  credential_id bytea not null check (octet_length(credential_id) between 1 and 1023),
  -- Host of the public URL for which the passkey was created; it works for no other host.
  rp_id text not null,
  -- A COSE_Key (RFC 9052).
  public_key bytea not null,
  -- Unsigned 32-bit number; 0 for authenticators without a counter.
  counter bigint not null,
  transports text[] not null,
  is_backup_eligible boolean not null,
  is_backed_up boolean not null,
  -- Authenticator model (AAGUID), or zeros.
  aaguid text not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- Time from which the passkey can confirm sensitive changes; later than its creation if only a code was verified
  -- before it was added.
  confirms_from timestamptz not null,
  constraint passkeys_credential_key unique (credential_id)
);
create index passkeys_account_idx on passkeys (account_id);

create table passkey_users (
  account_id text primary key references accounts (id) on delete cascade,
  -- Id of the account in authenticators. It is random, so that a passkey reveals neither the account nor the
  -- phone (WebAuthn Level 3, section 14.6.1), and is kept after the last passkey is removed, so that a device
  -- replaces its old passkey.
  user_handle bytea not null check (octet_length(user_handle) = 32),
  -- Earliest time to offer a passkey again after the member declined.
  offer_after timestamptz not null default '-infinity',
  constraint passkey_users_user_handle_key unique (user_handle)
);

-- Answered passkey challenges, which cannot be answered again. Challenges without an answer are not stored.
create table spent_passkey_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  expires_at timestamptz not null
);
create index spent_passkey_challenges_expires_idx on spent_passkey_challenges (expires_at);

-- Identities at social providers. An account is found only by provider and subject, never by an e-mail address or a
-- phone that a provider reports.
create table social_identities (
  provider text not null check (provider in ('facebook', 'google', 'zalo')),
  -- The provider's user id.
  subject text not null,
  account_id text not null references accounts (id) on delete cascade,
  -- Name at the provider, by which the member recognizes the identity.
  name text,
  linked_at timestamptz not null default now(),
  constraint social_identities_account_key unique (account_id, provider),
  primary key (provider, subject)
);

-- Authorization code flows started by browsers. A row is deleted when its flow is used.
create table social_requests (
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  provider text not null check (provider in ('facebook', 'google', 'zalo')),
  -- Hash of the pre-session, or of the linking session's id.
  holder_hash bytea not null check (octet_length(holder_hash) = 32),
  -- PKCE verifier and nonce.
  sealed_secrets bytea not null,
  expires_at timestamptz not null
);
create index social_requests_expires_idx on social_requests (expires_at);

-- Verified identities without an account, whose owners must now verify a phone. A row is deleted when its identity is
-- used.
create table social_sign_ups (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  pre_session_hash bytea not null check (octet_length(pre_session_hash) = 32),
  provider text not null check (provider in ('facebook', 'google', 'zalo')),
  subject text not null,
  -- Name, picture and e-mail address reported by the provider.
  sealed_suggestion bytea not null,
  expires_at timestamptz not null
);
-- Finds a browser's earlier identity, which a new one replaces.
create index social_sign_ups_browser_idx on social_sign_ups (pre_session_hash);
create index social_sign_ups_expires_idx on social_sign_ups (expires_at);
-- Finds the unfinished sign-ups of an identity that was linked or unlinked.
create index social_sign_ups_subject_idx on social_sign_ups (provider, subject);
