-- audit_events by month. Statements of the previous release name the parent and stay valid: the driver's prepared ones
-- are analysed again, and the triggers of 0014 and 0028 are plpgsql. Partitions are in a schema of their own.
set local lock_timeout = '100ms';
lock table audit_events in access exclusive mode;

create schema audit_parts;
create sequence audit_event_ids;
do $$
begin
  perform setval('audit_event_ids', last_value, is_called)
  from audit_events_id_seq;
end $$;

-- Commits to the personal data of a row. Without the salt, the data cannot be found by trying.
create function audit_commitment(
  salt uuid, address text, request_id text, browser text, system text, details jsonb
) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(salt, address, request_id, browser, system, details)::text, 'UTF8'))
$$;

alter table audit_events alter column id drop identity;
alter table audit_events rename to audit_events_before;
alter table audit_events_before set schema audit_parts;

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
  salt uuid default gen_random_uuid(),
  commitment_hash bytea,
  constraint audit_events_commitment_hash_check check (octet_length(commitment_hash) = 32)
) partition by range (at);
alter sequence audit_event_ids owned by audit_events.id;

do $$
declare
  bound text := (
    select (regexp_match(pg_get_constraintdef(oid), '''([^'']+)'''))[1] from pg_constraint
    where conname = 'audit_events_before_bound');
begin
  execute format(
    'alter table audit_events attach partition audit_parts.audit_events_before for values from (minvalue) to (%L)',
    bound);
end $$;

-- Takes rows of months without a partition, so that an insert never fails for want of one.
create table audit_parts.audit_events_other partition of audit_events default;

-- The chain. `content` is the text that is hashed; it holds the number and the hash of the seal before. The other
-- columns repeat parts of it for queries. `seal_mac` is keyed, so that write access to the database is not enough to
-- make a chain.
create table audit_seals (
  number bigint primary key,
  kind text not null check (kind in ('block', 'purge')),
  content text not null,
  seal_hash bytea not null check (octet_length(seal_hash) = 32),
  seal_mac bytea not null check (octet_length(seal_mac) = 32),
  -- Of a purge: the first day of the month, and the kinds of rows whose time is over.
  purged_month date,
  purged_kinds text[]
);
create index audit_seals_purge_idx on audit_seals (purged_month) where kind = 'purge';

-- How far the running check of the chain has come, and the result of the last one that is complete.
create table audit_checks (
  id boolean primary key default true check (id),
  started_at timestamptz not null,
  next_number bigint not null,
  checked_at timestamptz,
  problem text,
  problem_seal bigint
);

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
  -- A row of a release before this one gets its salt when it is sealed.
  if old.salt is null and old.commitment_hash is null and new.salt is not null
    and (to_jsonb(new) - 'salt') = (to_jsonb(old) - 'salt')
  then
    return new;
  end if;
  -- Erasure of an account, also by the previous release, which knows neither column.
  if (new.id, new.at, new.kind, new.account_id, new.actor_id)
      is not distinct from (old.id, old.at, old.kind, old.account_id, old.actor_id)
    and new.address = '' and new.request_id = '' and new.browser is null and new.system is null
    and new.details = '{}'
  then
    new.commitment_hash := coalesce(old.commitment_hash, audit_commitment(
      coalesce(old.salt, gen_random_uuid()), old.address, old.request_id, old.browser, old.system, old.details));
    new.salt := null;
    return new;
  end if;
  raise exception 'audit_events is append-only' using errcode = 'VA001';
end $$;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'VA001';
end $$;

create trigger audit_events_guarded before update or delete on audit_events
  for each row execute function guard_audit_event();
create trigger audit_events_untruncated before truncate on audit_events
  for each statement execute function refuse_audit_change();
create trigger audit_seals_guarded before update or delete on audit_seals
  for each row execute function refuse_audit_change();
create trigger audit_seals_untruncated before truncate on audit_seals
  for each statement execute function refuse_audit_change();
