-- Copies of personal data, privacy requests and incidents (Law 91/2025/QH15, Decree 356/2025/ND-CP).

-- Sealed copies of all data about an account, downloadable until they expire.
create table privacy_exports (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'ready', 'failed')),
  attempts smallint not null default 0,
  claimed_at timestamptz,
  sealed_content bytea,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz not null
);
create index privacy_exports_account_idx on privacy_exports (account_id, created_at desc);
create index privacy_exports_expires_idx on privacy_exports (expires_at);
-- Finds the next export to build.
create index privacy_exports_open_idx on privacy_exports (created_at) where status = 'pending';

-- Requests that an administrator must answer. An open restriction marks the account for administrators.
create table privacy_requests (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('access', 'correction', 'restriction', 'objection', 'other')),
  details text not null,
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  answer text,
  created_at timestamptz not null default now(),
  -- Legal deadlines for the first reply and for the fulfilment of the request.
  reply_due_at timestamptz not null,
  due_at timestamptz not null,
  answered_at timestamptz,
  closed_at timestamptz,
  outcome text check (outcome in ('done', 'declined')),
  resolution text,
  extended_at timestamptz,
  extension_reason text,
  handled_by text references accounts (id) on delete set null
);
create index privacy_requests_account_idx on privacy_requests (account_id, created_at desc);
-- Serves the list of closed requests.
create index privacy_requests_closed_idx on privacy_requests (closed_at desc, id desc) where status = 'closed';
create index privacy_requests_handled_by_idx on privacy_requests (handled_by) where handled_by is not null;
-- Serves the queue of open requests, sorted by their next deadline, and its count.
create index privacy_requests_queue_idx on privacy_requests 
  ((case when status = 'open' then reply_due_at else due_at end), id) where status <> 'closed';

create table incidents (
  id text primary key,
  title text not null,
  description text not null,
  data_kinds text[] not null,
  severity text not null check (severity in ('low', 'medium', 'high')),
  measures text not null default '',
  status text not null default 'open' check (status in ('open', 'notified', 'closed')),
  -- Version of the incident and of its list of accounts, so that a change names the version it is based on.
  revision integer not null default 1,
  discovered_at timestamptz not null,
  due_at timestamptz not null,
  noted_by text references accounts (id) on delete set null,
  created_at timestamptz not null default now(),
  authority_notified_at timestamptz,
  authority_reference text,
  -- Time of the last request to notify the listed accounts. The job sets members_notified_at once every account that
  -- was listed by then has been notified.
  notice_requested_at timestamptz,
  members_notified_at timestamptz,
  closed_at timestamptz,
  closing_note text
);
-- Serves the list of closed incidents.
create index incidents_closed_idx on incidents (closed_at desc, id desc) where status = 'closed';
create index incidents_noted_by_idx on incidents (noted_by) where noted_by is not null;
-- Serves the list of open incidents, and its count.
create index incidents_open_idx on incidents (due_at, id) where status <> 'closed';
-- Finds the incidents whose members are being notified.
create index incidents_telling_idx on incidents (notice_requested_at)
  where notice_requested_at is not null and members_notified_at is null;

-- Notices to affected members, by language. A later notice does not replace an earlier text.
create table incident_notices (
  id bigint generated always as identity primary key,
  incident_id text not null references incidents (id) on delete cascade,
  texts jsonb not null,
  -- Administrator who requested the notice, which stops once the administrator may no longer act.
  requested_by text references accounts (id) on delete set null
);
create index incident_notices_incident_idx on incident_notices (incident_id, id);
create index incident_notices_requested_by_idx on incident_notices (requested_by) where requested_by is not null;

-- Accounts affected by an incident. Erasing an account keeps the row, so that the number of affected accounts stays
-- correct.
create table incident_accounts (
  id bigint generated always as identity primary key,
  incident_id text not null references incidents (id) on delete cascade,
  account_id text references accounts (id) on delete set null,
  how text not null check (how in ('phone', 'address', 'actor', 'sign-in', 'application')),
  added_by text references accounts (id) on delete set null,
  added_at timestamptz not null,
  -- Time and channel of the notice; 'none' if the account has neither a confirmed e-mail address nor a phone.
  notified_at timestamptz,
  notified_by text check (notified_by in ('mail', 'sms', 'none')),
  notice_id bigint references incident_notices (id),
  constraint incident_accounts_incident_id_account_id_key unique (incident_id, account_id),
  constraint incident_accounts_check check ((notified_at is null) = (notified_by is null))
);
create index incident_accounts_account_idx on incident_accounts (account_id) where account_id is not null;
create index incident_accounts_added_by_idx on incident_accounts (added_by) where added_by is not null;
-- Includes all columns of an incident's counts, for an index-only scan.
create index incident_accounts_by_incident_idx on incident_accounts
  (incident_id, id) include (account_id, notified_at, notified_by);
create index incident_accounts_notice_idx on incident_accounts (notice_id) where notice_id is not null;
-- Finds the accounts to notify, and lists them.
create index incident_accounts_waiting_idx on incident_accounts (incident_id, id) where notified_at is null;
