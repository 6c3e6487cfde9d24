-- Partitions of the coming months.

create function index_audit_partition(name text) returns void language plpgsql as $$
begin
  execute format('create index if not exists %I on audit_parts.%I (id)', name || '_id_idx', name);
  execute format('create index if not exists %I on audit_parts.%I (at desc, id desc)', name || '_at_idx', name);
  execute format(
    'create index if not exists %I on audit_parts.%I (account_id, at desc, id desc)', name || '_account_idx', name);
  execute format(
    'create index if not exists %I on audit_parts.%I (actor_id, at desc, id desc)', name || '_actor_idx', name);
  execute format(
    'create index if not exists %I on audit_parts.%I (kind, at desc, id desc)', name || '_kind_idx', name);
  execute format(
    'create index if not exists %I on audit_parts.%I (address, at desc, id desc)', name || '_address_idx', name);
  execute format(
    'create trigger audit_partition_untruncated before truncate on audit_parts.%I
      for each statement execute function refuse_audit_change()', name);
end $$;

-- Makes the partitions of this month and the next three. Attaching does not wait for readers or writers of the others. A
-- month with rows in the default partition is left there.
create function make_audit_partitions() returns void language plpgsql as $$
declare
  bound timestamptz := (
    select (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([^'']+)''\)'))[1]::timestamptz
    from pg_class c where c.oid = to_regclass('audit_parts.audit_events_before'));
  first_day timestamptz;
  next_day timestamptz;
  name text;
begin
  -- Two processes that start at once make each partition once.
  perform pg_advisory_xact_lock(7346002);
  for ahead in 0..3 loop
    first_day := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead)) at time zone 'UTC';
    next_day := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead + 1))
      at time zone 'UTC';
    name := 'audit_events_' || to_char(first_day at time zone 'UTC', 'YYYY_MM');
    continue when first_day < bound or to_regclass('audit_parts.' || name) is not null;
    continue when exists (
      select from audit_parts.audit_events_other where at >= first_day and at < next_day);
    execute format('create table audit_parts.%I (like audit_events including defaults including constraints)', name);
    execute format('alter table audit_events attach partition audit_parts.%I for values from (%L) to (%L)',
      name, first_day, next_day);
    perform index_audit_partition(name);
  end loop;
end $$;

set local lock_timeout = '100ms';
select index_audit_partition('audit_events_other');
select make_audit_partitions();

-- A large first partition gets its indexes from a job, one at a time and without locks. Here they would stop every
-- insert for as long as they take.
create trigger audit_partition_untruncated before truncate on audit_parts.audit_events_before
  for each statement execute function refuse_audit_change();
do $$
begin
  if not exists (select from audit_parts.audit_events_before offset 10000) then
    create index audit_events_before_actor_idx on audit_parts.audit_events_before (actor_id, at desc, id desc);
    create index audit_events_before_kind_idx on audit_parts.audit_events_before (kind, at desc, id desc);
    create index audit_events_before_address_idx on audit_parts.audit_events_before (address, at desc, id desc);
  end if;
end $$;
