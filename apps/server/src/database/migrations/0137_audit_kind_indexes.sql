-- An actor or an address may have very many events, and few of a kind.
create or replace function index_audit_partition(name text) returns void language plpgsql as $$
begin
  execute format('create index if not exists %I on audit_parts.%I (id)', name || '_id_idx', name);
  execute format('create index if not exists %I on audit_parts.%I (at desc, id desc)', name || '_at_idx', name);
  execute format(
    'create index if not exists %I on audit_parts.%I (account_id, at desc, id desc)', name || '_account_idx', name);
  execute format(
    'create index if not exists %I on audit_parts.%I (actor_id, kind, at desc, id desc)',
    name || '_actor_kind_idx', name);
  execute format(
    'create index if not exists %I on audit_parts.%I (kind, at desc, id desc)', name || '_kind_idx', name);
  execute format(
    'create index if not exists %I on audit_parts.%I (address, kind, at desc, id desc)',
    name || '_address_kind_idx', name);
  execute format(
    'create trigger audit_partition_untruncated before truncate on audit_parts.%I
      for each statement execute function refuse_audit_change()', name);
end $$;

-- A large partition gets its indexes from a job, one at a time and without locks, as in 0063.
set local lock_timeout = '100ms';
do $$
declare
  name text;
  is_large boolean;
begin
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audit_events'::regclass
  loop
    execute format('select exists (select from audit_parts.%I offset 10000)', name) into is_large;
    continue when is_large;
    execute format(
      'create index if not exists %I on audit_parts.%I (actor_id, kind, at desc, id desc)', name || '_actor_kind_idx', name);
    execute format(
      'create index if not exists %I on audit_parts.%I (address, kind, at desc, id desc)', name || '_address_kind_idx', name);
    execute format('drop index if exists audit_parts.%I', name || '_actor_idx');
    execute format('drop index if exists audit_parts.%I', name || '_address_idx');
  end loop;
end $$;
