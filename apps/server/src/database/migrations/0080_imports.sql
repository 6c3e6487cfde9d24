-- Members imported from files. A file arrives in sealed parts, a check judges every row, and a run adds accounts in
-- batches. Each batch is one transaction that adds the accounts and marks their rows, so a killed run continues where it
-- ended.
create table imports (
  id text primary key,
  file_name text not null,
  file_type text not null check (file_type in ('csv', 'xlsx')),
  file_bytes integer not null check (file_bytes > 0),
  status text not null default 'uploading' check (status in
    ('uploading', 'checking', 'checked', 'running', 'cancelled', 'done', 'undoing', 'undone', 'failed')),
  problem text,
  -- The column of each field, and how password hashes are written.
  mapping jsonb,
  hash_format text,
  requested_by text references accounts (id) on delete set null,
  -- Of import_rows, when the last step ended.
  counts jsonb not null default '{}',
  -- A check that another process has taken over must not write any more.
  check_attempts smallint not null default 0,
  check_id text,
  claimed_at timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz not null
);
create index imports_created_idx on imports (created_at desc, id desc);
create index imports_expires_idx on imports (expires_at);
create index imports_open_idx on imports (created_at) where status in ('checking', 'running', 'undoing');
create index imports_requested_by_idx on imports (requested_by) where requested_by is not null;

create table import_parts (
  import_id text not null references imports (id) on delete cascade,
  part smallint not null check (part >= 0),
  sealed_content bytea not null,
  primary key (import_id, part)
);

-- sealed_row: the values of a row, erased when its account has been added.
create table import_rows (
  import_id text not null references imports (id) on delete cascade,
  row integer not null,
  outcome text not null check (outcome in ('new', 'duplicate', 'exists', 'invalid', 'added', 'removed', 'kept')),
  notes text[] not null default '{}',
  account_id text references accounts (id) on delete set null,
  sealed_row bytea,
  primary key (import_id, row)
);
create index import_rows_outcome_idx on import_rows (import_id, outcome, row);
create index import_rows_account_idx on import_rows (account_id) where account_id is not null;

-- The queue's own schema comes with the first start; the schedule finds imports started before.
create function queue_imports() returns void language plpgsql as $$
begin
  if to_regclass('graphile_worker.jobs') is not null then
    perform graphile_worker.add_job('run-imports', job_key => 'run-imports', max_attempts => 1);
  end if;
end $$;
