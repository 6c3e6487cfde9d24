-- Installation, operational problems, rate limits, parameters, activity counts and scheduled tasks.

-- Identity of the original database, that is its cluster and its OID, so that VID detects a copy.
create table installation (
  id boolean primary key default true check (id),
  identity text not null
);

-- Keys from which all others are derived, sealed with the master key (ADR 41). A sealed value names its key.
create table data_keys (
  id smallint primary key check (id between 1 and 255),
  sealed bytea not null,
  -- Time at which the operator declared the master key of this data key lost. New values are sealed with another data key.
  lost_at timestamptz
);

-- Operational problems that processes noticed at run time, for the doctor and the dashboard.
create table operation_problems (
  kind text primary key,
  detail text not null,
  noticed_at timestamptz not null default now()
);

-- Rate limits, counted in fixed windows. In the database, the counts are shared by all processes and survive a
-- restart.
create table counters (
  key text primary key,
  points integer not null,
  expires_at timestamptz not null
);
create index counters_expires_idx on counters (expires_at);

-- Rows are written here and rolled back to find out whether the database can still write. The text is uncompressed,
-- so that the table must grow.
create unlogged table storage_probes (filler text not null);
alter table storage_probes alter column filler set storage external;

-- Changed parameters. All others have their built-in values, or those of the settings.
create table app_params (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- One row per change to a section of the app parameters. `before` and `after` are null for the built-in value.
-- `version` counts the changes to a section, so that only one of two changes to the same version succeeds.
create table app_params_history (
  name text not null,
  version integer not null,
  before jsonb,
  after jsonb,
  actor_id text not null,
  at timestamptz not null default now(),
  primary key (name, version)
);

create function refuse_history_change() returns trigger language plpgsql as $$
begin
  raise exception 'the history of parameters is append-only';
end $$;
create trigger app_params_history_append_only before update or delete or truncate on app_params_history
  for each statement execute function refuse_history_change();

-- Images uploaded for the parameters. Each image has its own URL, which is never reused.
create table brand_images (
  id text primary key,
  content bytea not null,
  created_at timestamptz not null default now()
);

-- Events per hour, so that the dashboard does not read the audit log. A job writes the counts (`admin/dashboard`).
create table activity_hours (
  hour timestamptz not null,
  name text not null,
  count integer not null check (count >= 0),
  counted_at timestamptz not null default now(),
  primary key (hour, name)
);

-- Next run of each scheduled task, and the process that is running it (`platform/jobs`).
create table scheduled_tasks (
  name text primary key,
  due_at timestamptz not null,
  lease_id text,
  lease_until timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  failed_at timestamptz
);

-- The operator's maintenance switch (`vid maintenance`). Maintenance lasts until `ends_at`, or until the row is
-- deleted. `message` is shown to members.
create table maintenance (
  is_only boolean primary key default true check (is_only),
  ends_at timestamptz not null,
  message text check (length(message) between 1 and 200)
);
