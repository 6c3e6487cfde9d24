-- Accounts, their consents, and the index for searching accounts.

create function fold_text(input text) returns text language sql immutable strict parallel safe
return replace(regexp_replace(normalize(lower(input), NFD), U&'[\0300-\036F]', '', 'g'), 'đ', 'd');

create table accounts (
  id text primary key,
  -- Null if the account lost its number, for example to a new subscriber; `released_phones` keeps the number.
  phone text,
  -- Time at which the account got its phone; null for the first phone. A return that restores a former phone sets the
  -- time as if the account had not lost the phone in between, or null for the first phone.
  phone_since timestamptz,
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
  updated_at timestamptz not null default now(),
  -- True if the member must choose a new password, because another person set the current password or an
  -- administrator required a change.
  must_change_password boolean not null default false,
  -- Time at which the e-mail address was confirmed; null without a confirmed address.
  email_confirmed_at timestamptz,
  -- True if the association imported the address with the account.
  is_email_imported boolean not null default false,
  -- After a phone change or a return to the owner, the actions that a thief would need next are refused until this
  -- time.
  sensitive_hold_until timestamptz,
  -- True if the owner locked the account. Returning the account to its owner unlocks it.
  locked_by_owner boolean not null default false,
  owner_locked_at timestamptz,
  -- True if the phone may be an intruder's, for example because the owner reported a change that was made with the
  -- phone. A code sent to the phone is then not sufficient.
  phone_in_doubt boolean not null default false,
  -- Time of the earliest event that the owner has reported as another person's; null again once the account is
  -- returned.
  disputed_at timestamptz,
  last_sign_in_at timestamptz not null default now(),
  -- Menu items hidden from the member; null for none. Stored here because each signed-in request reads the account with
  -- its session.
  hidden_nav_ids text[],
  -- Highest id of legal_versions that the account has agreed to: 0 for the built-in versions, and -1 for none.
  agreed_legal integer not null default 0,
  -- Sort key of the account's name in lists; see `account/search/index-accounts.ts`.
  sort_name text collate "vi-x-icu" not null default '',
  -- An inviter exists before the account and is never replaced, so a cycle is possible only if an account invites
  -- itself.
  constraint accounts_not_own_inviter check (referred_by <> id)
);
-- Serves the count and the lists of administrators.
create index accounts_admins_idx on accounts (created_at, id) where role = 'admin';
-- Serve the administrators' list of accounts, which is paged by `created_at` or `last_sign_in_at`. Filters that match
-- few rows have their own index.
create index accounts_created_idx on accounts (created_at, id);
create index accounts_enterprises_idx on accounts (created_at, id) where kind = 'enterprise';
-- Lists the members invited by an account, newest first.
create index accounts_invited_idx on accounts (referred_by, created_at desc, id desc) where referred_by is not null;
create index accounts_last_sign_in_idx on accounts (last_sign_in_at, id);
create index accounts_locked_idx on accounts (created_at, id) where status = 'locked';
create unique index accounts_phone_key on accounts (phone);
-- Serves the list of accounts filtered by province and member object, and its count as an index-only scan.
create index accounts_place_idx on accounts (province, member_object, created_at, id) include (kind, status, role);
-- Lists an application's people by name.
create index accounts_sort_name_idx on accounts (sort_name, id);
create unique index accounts_referral_code_key on accounts (referral_code);

create table enterprises (
  account_id text primary key references accounts (id) on delete cascade,
  name text,
  short_name text,
  tax_code text,
  representative text,
  verified_at timestamptz,
  -- Version of the fields that the association verifies, so that a decision names the version it is about.
  revision integer not null default 1,
  -- Time of the last change to the enterprise's fields; the order of the verification queue.
  declared_at timestamptz not null default now(),
  refused_at timestamptz,
  refusal text,
  checked_by text references accounts (id) on delete set null,
  checked_at timestamptz
);
-- Finds the enterprises with a tax code: the employer in a certificate, or enterprises with the same code.
create index enterprises_tax_code_idx on enterprises (tax_code) where tax_code is not null;
create index enterprises_checked_by_idx on enterprises (checked_by) where checked_by is not null;
-- Serves the verification queue of enterprises, by result.
create index enterprises_declared_idx on enterprises
  (declared_at, account_id) where verified_at is null and refused_at is null
    and name is not null and tax_code is not null and representative is not null;
create index enterprises_refused_idx on enterprises (checked_at, account_id)
  where refused_at is not null;
create index enterprises_verified_idx on enterprises (checked_at, account_id)
  where verified_at is not null;

-- Published versions of the terms of use and the privacy policy. Version 1 of each document is built in and has no
-- row. `id` counts the versions of both documents in commit order, because publishing locks the table: an account
-- that has agreed to an id has agreed to all lower ids.
create table legal_versions (
  id integer primary key,
  document text not null check (document in ('terms', 'privacy')),
  version integer not null check (version > 1),
  -- Title, lead and body in each language.
  texts jsonb not null,
  vi_hash bytea not null check (octet_length(vi_hash) = 32),
  en_hash bytea not null check (octet_length(en_hash) = 32),
  -- True if members must agree to this version at their next sign-in; false for a small correction.
  requires_agreement boolean not null,
  -- Account id of an administrator; kept when the account is erased.
  published_by text not null,
  published_at timestamptz not null default now(),
  constraint legal_versions_document_version_key unique (document, version)
);
-- Finds the latest version that requires agreement.
create index legal_versions_required_idx on legal_versions (id) where requires_agreement;

create function refuse_legal_change() returns trigger language plpgsql as $$
begin
  raise exception 'published versions are append-only';
end $$;
create trigger legal_versions_append_only before update or delete or truncate on legal_versions
  for each statement execute function refuse_legal_change();

-- Records of which text a person agreed to, when and how (personal-data law 91/2025/QH15, art. 9). Append-only.
create table consents (
  id bigint generated always as identity primary key,
  account_id text not null references accounts (id) on delete cascade,
  purpose text not null,
  notice_version text not null,
  method text not null,
  address text not null,
  agreed_at timestamptz not null default now(),
  action text not null default 'given' check (action in ('given', 'withdrawn')),
  language text check (language in ('vi', 'en')),
  -- SHA-256 of the text that the member agreed to.
  text_hash bytea check (octet_length(text_hash) = 32)
);
create index consents_account_idx on consents (account_id);

-- Administrators' notes about an account. Append-only.
create table account_notes (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  author_id text references accounts (id) on delete set null,
  text text not null,
  created_at timestamptz not null default now()
);
create index account_notes_account_idx on account_notes (account_id, created_at desc);
create index account_notes_author_idx on account_notes (author_id) where author_id is not null;

-- Accounts whose owners asked for deletion, with the time of erasure.
create table account_deletions (
  account_id text primary key references accounts (id) on delete cascade,
  requested_at timestamptz not null default now(),
  erase_at timestamptz not null,
  reminded_at timestamptz
);
create index account_deletions_erase_idx on account_deletions (erase_at);

-- Former phone numbers of accounts, either lost to another account or replaced by a change, a recovery or a return.
create table released_phones (
  account_id text not null references accounts (id) on delete cascade,
  phone text not null,
  -- Copy of `accounts.phone_since`.
  held_since timestamptz,
  released_at timestamptz not null default now(),
  primary key (account_id, phone)
);
-- Finds accounts by a former number during recovery.
create index released_phones_phone_idx on released_phones (phone);

-- Last return of an account to its owner, with the list of removed items, which the owner is shown until `seen_at` is
-- set.
create table account_returns (
  account_id text primary key references accounts (id) on delete cascade,
  way text not null,
  returned_at timestamptz not null default now(),
  -- Time of the last return that proved the phone; null without one. A code of a new phone proves nothing.
  proved_at timestamptz,
  -- Start of the period whose changes in applications the return undoes.
  rights_since timestamptz not null,
  sessions_ended integer not null,
  removed jsonb not null,
  seen_at timestamptz
);

create table avatars (
  account_id text primary key references accounts (id) on delete cascade,
  -- Part of the picture's URL. Each new picture gets a new id, so caches may keep pictures forever.
  id text not null,
  content bytea not null,
  content_hash bytea not null check (octet_length(content_hash) = 32),
  created_at timestamptz not null default now()
);
create unique index avatars_id_key on avatars (id);

-- Search keys by which administrators find an account. A search matches a prefix and reads one range of the primary
-- key. `account/search/index-accounts.ts` writes the rows.
create table account_search (
  key text not null collate "C" check (octet_length(key) <= 600),
  account_id text not null references accounts (id) on delete cascade,
  primary key (key, account_id)
);
-- Finds an account's keys when they are rewritten.
create index account_search_account_idx on account_search (account_id, key);

