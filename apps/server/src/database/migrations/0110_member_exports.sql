-- Members exported to a sealed file, which the administrator who asked for it can download for a day.
set local lock_timeout = '100ms';

create table member_exports (
  id text primary key,
  format text not null check (format in ('csv', 'jsonl')),
  with_hashes boolean not null,
  status text not null default 'running' check (status in ('running', 'ready', 'failed')),
  requested_by text not null references accounts (id) on delete cascade,
  -- Accounts when the export began, and those written so far.
  total integer not null default 0,
  rows integer not null default 0,
  bytes bigint not null default 0,
  parts integer not null default 0,
  -- Where the next part begins.
  position text not null default '',
  -- Since the last part. A process that another has replaced must not write any more.
  attempts smallint not null default 0,
  claim_id text,
  claimed_at timestamptz,
  -- The session that confirmed its download, and until when it may read the parts.
  download_session_id text,
  download_until timestamptz,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz not null
);
create unique index member_exports_running_key on member_exports (requested_by) where status = 'running';
create index member_exports_requested_by_idx on member_exports (requested_by);
create index member_exports_created_idx on member_exports (created_at desc, id desc);
create index member_exports_open_idx on member_exports (created_at) where status = 'running';
create index member_exports_expires_idx on member_exports (expires_at);

create table member_export_parts (
  export_id text not null references member_exports (id) on delete cascade,
  part integer not null check (part >= 0),
  sealed_content bytea not null,
  primary key (export_id, part)
);

-- The queue's own schema comes with the first start; the schedule finds exports requested before.
create function queue_member_exports() returns void language plpgsql as $$
begin
  if to_regclass('graphile_worker.jobs') is not null then
    perform graphile_worker.add_job('export-members', job_key => 'export-members', max_attempts => 1);
  end if;
end $$;

-- export-hashes: an export with password hashes, for the administrator of account_id. It is carried out after the
-- confirmation, once, at used_at.
alter table approvals add column used_at timestamptz,
  drop constraint approvals_kind_check,
  add constraint approvals_kind_check
    check (kind in ('grant-admin', 'withdraw-admin', 'recover-account', 'export-hashes')) not valid;
