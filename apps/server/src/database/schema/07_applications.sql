-- Applications, their clients, roles and permissions, and what accounts allow them.

-- Orders texts as Vietnamese does: first by letters, where đ follows d, and ă and â follow a, then by tones. The letters
-- keep their circumflex, breve and horn, which follow every plain letter; a tab, which precedes every letter, ends them.
create function sort_text(input text) returns text language sql immutable strict parallel safe
return left(translate(regexp_replace(replace(normalize(lower(input), NFD), 'đ', U&'d\0302'),
    U&'[\0300\0301\0303-\0305\0307-\031A\031C-\036F]', '', 'g'), U&'\0306', U&'\0301'), 100)
  || U&'\0009' || rtrim(left(translate(regexp_replace(regexp_replace(normalize(lower(input), NFD),
    U&'[\0302\0304-\0308\030A-\0322\0324-\036F]', '', 'g'),
    U&'[^\0300\0301\0303\0309\0323]', '0', 'g'), U&'\0300\0309\0303\0301\0323', '12345'), 100), '0');

create view account_sort_keys as
select a.id as account_id,
  coalesce(sort_text(coalesce(case when a.kind = 'enterprise' then e.name end, a.name)), '') as name,
  coalesce(left(lower(a.email), 100), '') as email,
  case when a.phone like '+%' then a.phone else '' end as phone
from accounts a left join enterprises e on e.account_id = a.id;

create table applications (
  id text primary key,
  code text not null,
  name text not null,
  logo text,
  owner_id text references accounts (id) on delete set null,
  access text not null default 'open' check (access in ('open', 'restricted')),
  status text not null default 'active' check (status in ('active', 'disabled')),
  is_first_party boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index applications_code_key on applications (code);
create index applications_owner_idx on applications (owner_id) where owner_id is not null;

-- Accounts that manage an application besides its owner.
create table application_managers (
  application_id text not null references applications (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  created_by text references accounts (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (account_id, application_id)
);
create index application_managers_application_idx on application_managers (application_id, created_at, account_id);

create table clients (
  id text primary key,
  application_id text not null references applications (id) on delete cascade,
  kind text not null check (kind in ('web', 'spa', 'native', 'machine')),
  auth_method text not null
    check (auth_method in ('none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt')),
  redirect_uris text[] not null default '{}',
  post_logout_uris text[] not null default '{}',
  backchannel_logout_uri text,
  id_token_alg text not null default 'ES256' check (id_token_alg in ('ES256', 'RS256')),
  jwks jsonb,
  asks_to_continue boolean not null default false,
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Pushed authorization requests (RFC 9126), DPoP-bound tokens (RFC 9449), and a name of the account, if required.
  requires_par boolean not null default false,
  requires_dpop boolean not null default false,
  requires_name boolean not null default false,
  -- The scopes that the client may ask for.
  scopes text[] not null default '{openid,profile,email,phone,vid,broker,offline_access}',
  -- What a machine client may do in the management API. A manager grants the scopes of the client's own application, an
  -- administrator also those of the association's accounts.
  management_scopes text[] not null default '{}'
    check (management_scopes <@ array['vid:applications:read', 'vid:applications:write', 'vid:accounts:read', 'vid:accounts:write'])
);
create index clients_application_idx on clients (application_id);

-- Two may be valid for a while, so that a secret is rotated without an outage.
create table client_secrets (
  id text primary key,
  client_id text not null references clients (id) on delete cascade,
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create index client_secrets_client_idx on client_secrets (client_id);

-- The last sign-ons of each client, step by step, for the managers of its application. Steps hold no secrets, codes,
-- tokens or personal data. Deleted with the client, because another application may register its id later.
create table client_attempts (
  id bigint generated always as identity primary key,
  client_id text not null references clients (id) on delete cascade,
  protocol text not null check (protocol in ('openid', 'community', 'machine')),
  -- Hashes by which later requests find the attempt they continue.
  links text[] not null,
  steps jsonb not null,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index client_attempts_client_idx on client_attempts (client_id, id);
create index client_attempts_expires_idx on client_attempts (expires_at);

create table application_roles (
  application_id text not null references applications (id) on delete cascade,
  code text not null check (code ~ '^[a-z][a-z0-9_-]{0,40}$'),
  name text not null,
  description text not null default '',
  -- The role of accounts without a permission, in an open application.
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (application_id, code)
);
create unique index application_roles_default_idx on application_roles (application_id) where is_default;

create table permissions (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  application_id text not null references applications (id) on delete cascade,
  role text not null,
  status text not null default 'active' check (status in ('active', 'locked', 'withdrawn')),
  created_by text references accounts (id) on delete set null,
  created_at timestamptz not null default now(),
  sort_name text not null default '' collate "C",
  sort_email text not null default '' collate "C",
  sort_phone text not null default '' collate "C"
);
create index permissions_by_creator_idx on permissions
  (application_id, created_by, created_at, id) include (status, role);
-- With the status, which every list checks, a search among the permissions of a role or of a creator reads the index
-- alone.
create index permissions_by_role_idx on permissions
  (application_id, role, created_at, id) include (status, created_by);
create index permissions_by_status_idx on permissions
  (application_id, status, created_at, id) include (role, created_by);
create index permissions_created_idx on permissions (application_id, created_at, id);
create index permissions_email_idx on permissions (application_id, sort_email, id);
create unique index permissions_key on permissions (account_id, application_id, role);
create index permissions_name_idx on permissions (application_id, sort_name, id);
-- People with a permission are counted by account, without reading the permissions themselves.
create index permissions_people_idx on permissions (application_id, account_id) include (status);
create index permissions_phone_idx on permissions (application_id, sort_phone, id);

create function fill_permission_keys() returns trigger language plpgsql as $$
declare
  keys account_sort_keys;
begin
  select * into keys from account_sort_keys where account_id = new.account_id;
  new.sort_name := coalesce(keys.name, '');
  new.sort_email := coalesce(keys.email, '');
  new.sort_phone := coalesce(keys.phone, '');
  return new;
end $$;
create trigger fill_permission_keys before insert on permissions
  for each row execute function fill_permission_keys();

create function fill_permission_search() returns trigger language plpgsql as $$
begin
  insert into permission_search (application_id, key, permission_id, account_id)
    select new.application_id, s.key, new.id, s.account_id from account_search s where s.account_id = new.account_id;
  return null;
end $$;
create trigger fill_permission_search after insert on permissions
  for each row execute function fill_permission_search();

-- The search texts of the accounts with a permission, by application, so that a search reads one range.
create table permission_search (
  application_id text not null,
  key text not null collate "C",
  permission_id text not null references permissions (id) on delete cascade,
  account_id text not null,
  foreign key (key, account_id) references account_search (key, account_id) on delete cascade,
  primary key (application_id, key, permission_id)
);
create index permission_search_account_idx on permission_search (account_id, key);
create index permission_search_permission_idx on permission_search (permission_id, key);

-- The scopes that an account allows a third-party application. Both protocols check it before they issue a code.
create table application_consents (
  account_id text not null references accounts (id) on delete cascade,
  application_id text not null references applications (id) on delete cascade,
  scopes text[] not null,
  agreed_at timestamptz not null default now(),
  primary key (account_id, application_id)
);
create index application_consents_application_idx on application_consents (application_id);

-- Which application has received tokens for an account, with which scopes, since when and when last.
create table application_uses (
  account_id text not null references accounts (id) on delete cascade,
  application_id text not null references applications (id) on delete cascade,
  scopes text[] not null,
  first_used_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (account_id, application_id)
);
create index application_uses_application_idx on application_uses (application_id);
create index application_uses_users_idx on application_uses (application_id, account_id);

-- Sign-ins to each application, by the days of Viet Nam.
create table application_sign_ins (
  application_id text not null references applications (id) on delete cascade,
  day date not null,
  count integer not null check (count > 0),
  primary key (application_id, day)
);
create index application_sign_ins_day_idx on application_sign_ins (day);

create function rename_permissions() returns trigger language plpgsql as $$
declare
  changed text := case tg_table_name when 'accounts' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'account_id' end;
begin
  update permissions p set sort_name = k.name, sort_email = k.email, sort_phone = k.phone
  from account_sort_keys k
  where k.account_id = changed and p.account_id = changed
    and (p.sort_name, p.sort_email, p.sort_phone) <> (k.name, k.email, k.phone);
  return null;
end $$;
create trigger rename_permissions after update of name, phone, email on accounts
  for each row execute function rename_permissions();

create trigger rename_permissions after insert or update of name on enterprises
  for each row execute function rename_permissions();

create function extend_permission_search() returns trigger language plpgsql as $$
begin
  insert into permission_search (application_id, key, permission_id, account_id)
    select p.application_id, new.key, p.id, p.account_id from permissions p where p.account_id = new.account_id
    on conflict do nothing;
  return null;
end $$;
create trigger extend_permission_search after insert on account_search
  for each row execute function extend_permission_search();
