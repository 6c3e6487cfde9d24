-- Approvals by a second administrator, imports and exports of members, bulk changes.

-- Changes that one administrator requests and another confirms.
create table approvals (
  id text primary key,
  kind text not null check (kind in ('grant-admin', 'withdraw-admin', 'recover-account', 'export-hashes')),
  account_id text not null references accounts (id) on delete cascade,
  requested_by text not null references accounts (id) on delete cascade,
  reason text not null,
  -- Contact that receives the link of a recovery.
  sealed_contact bytea,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'refused')),
  decided_by text references accounts (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_at timestamptz,
  -- Time at which a confirmed approval of kind `export-hashes` was used. It permits one export.
  used_at timestamptz
);
create index approvals_decided_by_idx on approvals (decided_by) where decided_by is not null;
create index approvals_expires_idx on approvals (expires_at);
create unique index approvals_pending_key on approvals (account_id, kind) where status = 'pending';
create index approvals_requested_by_idx on approvals (requested_by);

-- Imports of members from files. A file arrives in parts, which are sealed before they are stored. A check judges every
-- row, and a run adds accounts in batches. Each batch is one transaction that adds accounts and marks their rows, so a
-- killed run continues where it stopped.
create table imports (
  id text primary key,
  file_name text not null,
  file_type text not null check (file_type in ('csv', 'xlsx')),
  file_bytes integer not null check (file_bytes > 0),
  status text not null default 'uploading'
    check (status in ('uploading', 'checking', 'checked', 'running', 'cancelled', 'done', 'undoing', 'undone', 'failed')),
  problem text,
  -- `parts_stored` counts how often a part of the file was stored. `sealed_head` contains the first rows of the file;
  -- if they cannot be read, `head_problem` says why.
  parts_stored integer not null default 0,
  sealed_head bytea,
  head_problem text,
  -- `mapping` assigns columns to fields; `hash_format` is the format of the password hashes.
  mapping jsonb,
  hash_format text,
  -- Number of the title row, as spreadsheets count; 0 if the file has no titles; null if the import detects the row.
  title_row integer check (title_row >= 0),
  -- Parameters of a Firebase project, including its key.
  sealed_hash_parameters bytea,
  -- Titles of the columns that are not imported. Without a title row, these texts may be personal data.
  sealed_left_out bytea,
  requested_by text references accounts (id) on delete set null,
  -- Counts of import_rows at the end of the last step.
  counts jsonb not null default '{}',
  -- Claim of the process that checks the import. A process whose claim was replaced must not write any more.
  check_attempts smallint not null default 0,
  check_id text,
  claimed_at timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz not null
);
-- Serves the list of imports.
create index imports_created_idx on imports (created_at desc, id desc);
create index imports_expires_idx on imports (expires_at);
-- Finds the next import to check, run or undo.
create index imports_open_idx on imports (created_at) where status in ('checking', 'running', 'undoing');
create index imports_requested_by_idx on imports (requested_by) where requested_by is not null;

create table import_parts (
  import_id text not null references imports (id) on delete cascade,
  part smallint not null check (part >= 0),
  sealed_content bytea not null,
  primary key (import_id, part)
);

-- Rows of an imported file, each with its outcome.
create table import_rows (
  import_id text not null references imports (id) on delete cascade,
  row integer not null,
  outcome text not null check (outcome in ('new', 'duplicate', 'exists', 'invalid', 'added', 'removed', 'kept')),
  notes text[] not null default '{}',
  account_id text references accounts (id) on delete set null,
  -- Values of the row. Once its account is added, only changed or omitted values are kept. An invalid row keeps its
  -- values, without the password, until its import expires.
  sealed_row bytea,
  primary key (import_id, row)
);
create index import_rows_account_idx on import_rows (account_id) where account_id is not null;
-- Serves an import's rows by outcome, and their counts.
create index import_rows_outcome_idx on import_rows (import_id, outcome, row);

create table member_exports (
  id text primary key,
  format text not null check (format in ('csv', 'jsonl', 'xlsx')),
  with_hashes boolean not null,
  columns text[] not null,
  status text not null default 'running' check (status in ('running', 'ready', 'failed')),
  requested_by text not null references accounts (id) on delete cascade,
  -- Number of accounts at the start of the attempt, and the number written so far.
  total integer not null default 0,
  rows integer not null default 0,
  bytes bigint not null default 0,
  parts integer not null default 0,
  -- Claim of the process that writes the export. A process whose claim was replaced must not write any more.
  attempts smallint not null default 0,
  claim_id text,
  claimed_at timestamptz,
  -- Session that confirmed the download, and the time until which it may read the parts.
  download_session_id text,
  download_until timestamptz,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz not null
);
-- Serves the list of exports.
create index member_exports_created_idx on member_exports (created_at desc, id desc);
create index member_exports_expires_idx on member_exports (expires_at);
-- Finds the next export to write.
create index member_exports_open_idx on member_exports (created_at) where status = 'running';
create index member_exports_requested_by_idx on member_exports (requested_by);
create unique index member_exports_running_key on member_exports (requested_by) where status = 'running';

create table member_export_parts (
  export_id text not null references member_exports (id) on delete cascade,
  part integer not null check (part >= 0),
  sealed_content bytea not null,
  primary key (export_id, part)
);

-- Changes to all accounts, or to all permissions in an application, that match a filter. `bulk_rows` lists the matches
-- at the time of confirmation, and a job changes them in batches. Each batch is one transaction that changes items,
-- stores their outcomes and moves `done_to`, so a killed job continues where it stopped.
create table bulk_changes (
  id text primary key,
  -- Application whose permissions are changed; null for changes to accounts.
  application_id text references applications (id) on delete cascade,
  action text not null check (action in ('lock', 'unlock', 'end-sessions', 'set-role', 'remove')),
  new_role text,
  -- The administrator's reason; null for permission changes.
  reason text,
  status text not null default 'running' check (status in ('running', 'done', 'stopped', 'undoing', 'undone')),
  total integer not null check (total > 0),
  -- Number of rows per outcome.
  outcomes jsonb not null default '{}',
  -- Last item that the job has processed. An undo starts from the beginning.
  done_to text not null default '',
  started_by text references accounts (id) on delete set null,
  undone_by text references accounts (id) on delete set null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  expires_at timestamptz not null
);
create index bulk_changes_application_idx on bulk_changes (application_id) where application_id is not null;
-- Lists recent changes.
create index bulk_changes_created_idx on bulk_changes (created_at desc, id desc);
create index bulk_changes_expires_idx on bulk_changes (expires_at);
-- Finds the changes that the job has to process.
create index bulk_changes_open_idx on bulk_changes (created_at) where status in ('running', 'undoing');
-- Allows one running change to permissions per application, and one running change to accounts per administrator.
create unique index bulk_changes_running_key on bulk_changes (coalesce(application_id, started_by))
  where status = 'running';
create index bulk_changes_started_by_idx on bulk_changes (started_by) where started_by is not null;
create index bulk_changes_undone_by_idx on bulk_changes (undone_by) where undone_by is not null;

-- Items of bulk changes. There is no foreign key to accounts, because inserting 50,000 rows would then lock each
-- account and exceed the statement timeout. The erasure of an account deletes its rows instead.
create table bulk_rows (
  change_id text not null references bulk_changes (id) on delete cascade,
  -- Id of the account or permission.
  item_id text not null,
  account_id text not null,
  outcome text,
  -- Permission before the change, which an undo restores.
  former jsonb,
  primary key (change_id, item_id)
);
-- Serves the erasure of an account.
create index bulk_rows_account_idx on bulk_rows (account_id);
