-- The audit log: append-only, partitioned by month, sealed in a chain of hashes (ADR 30).

create schema audit_parts;
create sequence audit_event_ids;

-- Returns a commitment to the personal data of a row. The salt keeps an attacker from guessing the data by trial.
create function audit_commitment(
  salt uuid, address text, request_id text, browser text, system text, details jsonb
) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(salt, address, request_id, browser, system, details)::text, 'UTF8'))
$$;

create table audit_events (
  id bigint not null default nextval('audit_event_ids'),
  at timestamptz not null default now(),
  kind text not null,
  account_id text,
  actor_id text,
  address text not null,
  request_id text not null,
  details jsonb not null default '{}',
  browser text,
  system text,
  -- Random salt of the row's commitment. An erasure stores the commitment and deletes the salt (ADR 30).
  salt uuid default gen_random_uuid(),
  commitment_hash bytea check (octet_length(commitment_hash) = 32)
) partition by range (at);
alter sequence audit_event_ids owned by audit_events.id;

-- Holds the rows of months without a partition, so that no insert fails because a partition is missing.
create table audit_parts.audit_events_other partition of audit_events default;

create function refuse_erasure_of_existing() returns trigger language plpgsql as $$
begin
  if exists (select from accounts where id = new.account_id) then
    raise exception 'audit_events is append-only' using errcode = 'VA001';
  end if;
  return null;
end $$;
-- Runs at commit, because an erasure changes the account's audit rows before it deletes the account.
create constraint trigger audit_events_erased after update on audit_events
  deferrable initially deferred for each row when (new.commitment_hash is not null)
  execute function refuse_erasure_of_existing();

create function guard_audit_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (
      select from audit_seals
      where kind = 'purge' and purged_month = date_trunc('month', old.at at time zone 'UTC')::date
        and old.kind = any(purged_kinds))
    then
      return old;
    end if;
    raise exception 'audit_events is append-only' using errcode = 'VA001';
  end if;
  -- An update that empties the columns with personal data erases the data of an account. This trigger then stores
  -- the commitment and deletes the salt.
  if old.account_id is not null
    and (new.id, new.at, new.kind, new.account_id, new.actor_id)
      is not distinct from (old.id, old.at, old.kind, old.account_id, old.actor_id)
    and new.address = '' and new.request_id = '' and new.browser is null and new.system is null
    and new.details = '{}'
  then
    new.commitment_hash := coalesce(old.commitment_hash, audit_commitment(
      old.salt, old.address, old.request_id, old.browser, old.system, old.details));
    new.salt := null;
    return new;
  end if;
  raise exception 'audit_events is append-only' using errcode = 'VA001';
end $$;
create trigger audit_events_guarded before update or delete on audit_events
  for each row execute function guard_audit_event();

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'VA001';
end $$;
create trigger audit_events_untruncated before truncate on audit_events
  for each statement execute function refuse_audit_change();

-- Chain of seals. `content` is the hashed text and includes the seal's number and the hash of the previous seal. The
-- other columns repeat parts of `content` for queries. `seal_mac` is keyed, so that write access to the database is
-- not enough to forge a chain.
create table audit_seals (
  number bigint primary key,
  kind text not null check (kind in ('block', 'purge')),
  content text not null,
  seal_hash bytea not null check (octet_length(seal_hash) = 32),
  seal_mac bytea not null check (octet_length(seal_mac) = 32),
  -- For a purge: first day of the month, and the event kinds whose retention has ended.
  purged_month date,
  purged_kinds text[]
);
create index audit_seals_purge_idx on audit_seals (purged_month) where kind = 'purge';

create trigger audit_seals_guarded before update or delete on audit_seals
  for each row execute function refuse_audit_change();

create trigger audit_seals_untruncated before truncate on audit_seals
  for each statement execute function refuse_audit_change();

-- Progress of the current check of the audit chain, and the result of the last complete check.
create table audit_checks (
  id boolean primary key default true check (id),
  started_at timestamptz not null,
  next_number bigint not null,
  checked_at timestamptz,
  problem text,
  problem_seal bigint
);

-- Number of the last event that the receiver of the audit log has accepted (`platform/audit/stream`), and why the last
-- attempt failed.
create table audit_stream (
  id boolean primary key default true check (id),
  sent_to bigint not null,
  sent_at timestamptz not null default now(),
  problem text
);

-- Seals and the page of a single event use the index `id`, pages of the log and hourly counts use `at`, and
-- an account's history and erasure use `account`. Pages of rare kinds use `quiet`, which excludes the
-- frequent kinds of sign-ins (`busyKinds` in `platform/audit/scan-events.ts`), so that a sign-in writes to
-- only three indexes.
create function index_audit_partition(name text) returns void language plpgsql as $$
begin
  execute format('create index if not exists %I on audit_parts.%I (id)', name || '_id_idx', name);
  execute format('create index if not exists %I on audit_parts.%I (at desc, id desc)', name || '_at_idx', name);
  execute format(
    'create index if not exists %I on audit_parts.%I (account_id, at desc, id desc)', name || '_account_idx', name);
  execute format(
    'create index if not exists %I on audit_parts.%I (at desc, id desc) where kind <> all(%L::text[])',
    name || '_quiet_idx', name,
    '{otp.refused,otp.sent,otp.verified,session.ended,session.started,sign-in.failed,sign-in.step}');
  execute format(
    'create trigger audit_partition_untruncated before truncate on audit_parts.%I
      for each statement execute function refuse_audit_change()', name);
end $$;

-- Creates the partitions of this month and the next three months. Attaching a partition does not wait for reads or
-- writes of other partitions. A month with rows in the default partition stays there.
create function make_audit_partitions() returns void language plpgsql as $$
declare
  first_day timestamptz;
  next_day timestamptz;
  name text;
begin
  -- Serializes processes that start at the same time, so that each partition is created only once.
  perform pg_advisory_xact_lock(7346002);
  for ahead in 0..3 loop
    first_day := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead)) at time zone 'UTC';
    next_day := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead + 1))
      at time zone 'UTC';
    name := 'audit_events_' || to_char(first_day at time zone 'UTC', 'YYYY_MM');
    continue when to_regclass('audit_parts.' || name) is not null;
    continue when exists (
      select from audit_parts.audit_events_other where at >= first_day and at < next_day);
    execute format('create table audit_parts.%I (like audit_events including defaults including constraints)', name);
    execute format('alter table audit_events attach partition audit_parts.%I for values from (%L) to (%L)',
      name, first_day, next_day);
    perform index_audit_partition(name);
  end loop;
end $$;

select index_audit_partition('audit_events_other');
select make_audit_partitions();
