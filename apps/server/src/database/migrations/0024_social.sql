-- Sign-in by Facebook, Google and Zalo.

-- An account is found by this pair only, never by an e-mail or a phone that a provider reports.
create table social_identities (
  provider text not null check (provider in ('facebook', 'google', 'zalo')),
  -- The provider's id of the person.
  subject text not null,
  account_id text not null references accounts (id) on delete cascade,
  -- The name at the provider, to recognise the identity in the list.
  name text,
  linked_at timestamptz not null default now(),
  primary key (provider, subject),
  constraint social_identities_account_key unique (account_id, provider)
);

-- An authorization code flow that a browser has started. Deleted by its one use.
create table social_requests (
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  provider text not null check (provider in ('facebook', 'google', 'zalo')),
  -- The hash of the pre-session, or of the id of the session that links an identity.
  holder_hash bytea not null check (octet_length(holder_hash) = 32),
  -- PKCE verifier and nonce.
  sealed_secrets bytea not null,
  expires_at timestamptz not null
);
create index social_requests_expires_idx on social_requests (expires_at);

-- A verified identity without an account, whose owner must now prove a phone. Deleted by its one use.
create table social_sign_ups (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  pre_session_hash bytea not null check (octet_length(pre_session_hash) = 32),
  provider text not null check (provider in ('facebook', 'google', 'zalo')),
  subject text not null,
  -- Name, picture and e-mail as the provider reports them.
  sealed_suggestion bytea not null,
  expires_at timestamptz not null
);
create index social_sign_ups_browser_idx on social_sign_ups (pre_session_hash);
create index social_sign_ups_subject_idx on social_sign_ups (provider, subject);
create index social_sign_ups_expires_idx on social_sign_ups (expires_at);
