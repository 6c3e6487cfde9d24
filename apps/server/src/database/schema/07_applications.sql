-- Applications, their clients, roles and permissions, and the consents of accounts.

create table applications (
  id text primary key,
  code text not null,
  name text not null,
  logo text,
  owner_id text references accounts (id) on delete set null,
  access text not null default 'open' check (access in ('open', 'restricted')),
  status text not null default 'active' check (status in ('active', 'disabled')),
  is_first_party boolean not null default false,
  -- Operator of the application and the URL of its privacy policy, both shown on the consent screen.
  operator_name text,
  policy_url text check (policy_url like 'https://%'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index applications_code_key on applications (code);
create index applications_owner_idx on applications (owner_id) where owner_id is not null;

-- Accounts that manage an application in addition to its owner.
create table application_managers (
  application_id text not null references applications (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  created_by text references accounts (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (account_id, application_id)
);
create index application_managers_created_by_idx on application_managers (created_by) where created_by is not null;
-- Lists the managers of an application, oldest first.
create index application_managers_application_idx on application_managers (application_id, created_at, account_id);

create table clients (
  id text primary key,
  application_id text not null references applications (id) on delete cascade,
  -- Name by which managers distinguish an application's clients; never shown to members.
  name text not null,
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
  -- Requirements of the client: pushed authorization requests (RFC 9126), DPoP-bound tokens (RFC 9449), and an
  -- account with a name and a confirmed e-mail address.
  requires_par boolean not null default false,
  requires_dpop boolean not null default false,
  requires_name boolean not null default false,
  requires_email boolean not null default false,
  -- True if a web client may omit PKCE, for libraries without support for it.
  may_omit_pkce boolean not null default false check (not may_omit_pkce or kind = 'web'),
  scopes text[] not null default '{openid,profile,email,phone,vid,broker,offline_access}',
  -- Scopes of a machine client in the management API. Managers grant those of the client's own application; only
  -- administrators and the operator grant those of the association's accounts.
  management_scopes text[] not null default '{}'
    check (management_scopes <@ array['vid:applications:read', 'vid:applications:write', 'vid:accounts:read', 'vid:accounts:write']),
  -- Account that added the client, directly or through a machine client; null if the operator added it or the
  -- account was erased.
  created_by text references accounts (id) on delete set null,
  -- True if an account added the client. A machine client with a creator works only while the creator is
  -- active and manages the application or is an administrator.
  has_creator boolean not null default false
);
create index clients_application_idx on clients (application_id);
create index clients_created_by_idx on clients (created_by) where created_by is not null;

-- Client secrets. A client may have two valid secrets for a while, so that a rotation causes no outage.
create table client_secrets (
  id text primary key,
  client_id text not null references clients (id) on delete cascade,
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  -- Account that added the secret, directly or through a machine client; null if the operator added the secret or the
  -- account was erased.
  created_by text references accounts (id) on delete set null
);
create index client_secrets_client_idx on client_secrets (client_id);
create index client_secrets_created_by_idx on client_secrets (created_by) where created_by is not null;

-- Recent sign-ons of each client, step by step, for the managers of its application. Steps contain no secrets, codes,
-- tokens or personal data. Deleting a client deletes its rows, because another application may register its id later.
create table client_attempts (
  id bigint generated always as identity primary key,
  client_id text not null references clients (id) on delete cascade,
  protocol text not null check (protocol in ('openid', 'community', 'machine')),
  -- Hashes by which later requests find the attempt that they continue.
  links text[] not null,
  steps jsonb not null,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null
);
-- Lists a client's attempts, and finds the attempts beyond its limit.
create index client_attempts_client_idx on client_attempts (client_id, id);
create index client_attempts_expires_idx on client_attempts (expires_at);

create table application_roles (
  application_id text not null references applications (id) on delete cascade,
  code text not null check (code ~ '^[a-z][a-z0-9_-]{0,40}$'),
  name text not null,
  description text not null default '',
  -- True for the role of accounts without a permission in an open application.
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
  status text not null default 'active' check (status in ('active', 'locked')),
  created_by text references accounts (id) on delete set null,
  created_at timestamptz not null default now()
);
-- Lists the permissions added by an account.
create index permissions_by_creator_idx on permissions
  (application_id, created_by, created_at, id) include (status, role);
-- Includes the columns of the other filters, so that searching the permissions of a role is an index-only scan.
create index permissions_by_role_idx on permissions
  (application_id, role, created_at, id) include (status, created_by);
-- Lists the locked or active permissions.
create index permissions_by_status_idx on permissions
  (application_id, status, created_at, id) include (role, created_by);
-- Lists all permissions of an application by time.
create index permissions_created_idx on permissions (application_id, created_at, id);
create unique index permissions_key on permissions (account_id, application_id, role);
-- Counts the people with a permission, as an index-only scan.
create index permissions_people_idx on permissions (application_id, account_id) include (status);

-- Changes to rights in applications, each with the value before the change. If the account that made them soon
-- returns to its owner, the return undoes them.
create table right_changes (
  id bigint generated always as identity primary key,
  -- Account that made the change, directly or through a machine client that it added or changed; null for the
  -- operator or an erased account.
  account_id text references accounts (id) on delete set null,
  -- Null for a webhook of the association.
  application_id text references applications (id) on delete cascade,
  kind text not null
    check (kind in ('manager', 'permission', 'roles', 'application', 'client', 'webhook')),
  -- The account of a manager or of permissions, a setting of the application, a client, a webhook, or a webhook's
  -- secret.
  target text not null,
  -- Value of the target before the change: its row, its permissions, the roles or the setting. JSON null if the
  -- target did not exist.
  former jsonb not null,
  changed_at timestamptz not null default now(),
  -- The retention exceeds the maximum of VID_SESSION_MAX_DAYS, because a return undoes the changes of a whole
  -- session.
  expires_at timestamptz not null default now() + interval '400 days'
);
-- Finds the changes that a return undoes. Changes to people's permissions are read separately, because there may be
-- many.
create index right_changes_account_idx on right_changes (account_id, kind, id) where account_id is not null;
create index right_changes_application_idx on right_changes (application_id) where application_id is not null;
create index right_changes_expires_idx on right_changes (expires_at);
-- Finds the changes to a right, in order.
create index right_changes_target_idx on right_changes (kind, target, id);

-- Accounts that have returned to their owners and whose changes to people's permissions are not undone yet. A task
-- undoes the changes in batches, because one transaction may be too short for all of them.
create table rights_to_undo (
  account_id text primary key references accounts (id) on delete cascade,
  -- Start of the period whose changes are undone; it ends with the return.
  since timestamptz not null,
  -- Last entry of right_changes that was undone.
  done_id bigint not null default 0,
  -- Actor who returned the account, recorded in the audit rows of the undone changes.
  actor_id text,
  address text not null,
  request_id text not null,
  user_agent text not null
);

-- Scopes that an account has granted to a third-party application. Both protocols check this consent before they
-- issue a code.
create table application_consents (
  account_id text not null references accounts (id) on delete cascade,
  application_id text not null references applications (id) on delete cascade,
  scopes text[] not null,
  agreed_at timestamptz not null default now(),
  primary key (account_id, application_id)
);
create index application_consents_application_idx on application_consents (application_id);

-- Applications that have received tokens for an account, with the scopes and the first and last time.
create table application_uses (
  account_id text not null references accounts (id) on delete cascade,
  application_id text not null references applications (id) on delete cascade,
  scopes text[] not null,
  first_used_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (account_id, application_id)
);
-- Counts an application's users, and finds the users affected by an incident.
create index application_uses_users_idx on application_uses (application_id, account_id);

-- Sign-ins to each application by day (Vietnam time).
create table application_sign_ins (
  application_id text not null references applications (id) on delete cascade,
  day date not null,
  count integer not null check (count > 0),
  primary key (application_id, day)
);
create index application_sign_ins_day_idx on application_sign_ins (day);
