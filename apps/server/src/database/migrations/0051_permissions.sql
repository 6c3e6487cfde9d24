-- Permissions as the managers of applications see them: roles with names, locked permissions, lists and search.

create table application_roles (
  application_id text not null references applications (id) on delete cascade,
  code text not null check (code ~ '^[a-z][a-z0-9_-]{0,40}$'),
  name text not null,
  description text not null default '',
  -- The role of accounts without a permission, in an open application.
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (application_id, code)
);
create unique index application_roles_default_idx on application_roles (application_id) where is_default;
insert into application_roles (application_id, code, name)
  select distinct application_id, role, role from permissions where role ~ '^[a-z][a-z0-9_-]{0,40}$';

-- The search texts of the accounts with a permission, by application, so that a search reads one range.
create table permission_search (
  application_id text not null,
  key text collate "C" not null,
  permission_id text not null references permissions (id) on delete cascade,
  account_id text not null,
  primary key (application_id, key, permission_id),
  foreign key (key, account_id) references account_search (key, account_id) on delete cascade
);
create index permission_search_permission_idx on permission_search (permission_id, key);
create index permission_search_account_idx on permission_search (account_id, key);

create function account_sort_name(account text) returns text language sql stable as $$
  select left(fold_text(coalesce(case when a.kind = 'enterprise' then e.name end, a.name, '')), 100)
  from accounts a left join enterprises e on e.account_id = a.id where a.id = account
$$;

create function fill_permission_name() returns trigger language plpgsql as $$
begin
  new.sort_name := coalesce(account_sort_name(new.account_id), '');
  return new;
end $$;

create function fill_permission_search() returns trigger language plpgsql as $$
begin
  insert into permission_search (application_id, key, permission_id, account_id)
    select new.application_id, s.key, new.id, s.account_id from account_search s where s.account_id = new.account_id;
  return null;
end $$;

create function extend_permission_search() returns trigger language plpgsql as $$
begin
  insert into permission_search (application_id, key, permission_id, account_id)
    select p.application_id, new.key, p.id, p.account_id from permissions p where p.account_id = new.account_id
    on conflict do nothing;
  return null;
end $$;

create function rename_permissions() returns trigger language plpgsql as $$
declare
  changed text := case tg_table_name when 'accounts' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'account_id' end;
begin
  update permissions set sort_name = coalesce(account_sort_name(changed), '') where account_id = changed;
  return null;
end $$;

set local lock_timeout = '100ms';
alter table permissions
  add column sort_name text collate "C" not null default '',
  drop constraint permissions_status_check,
  add constraint permissions_status_check check (status in ('active', 'locked', 'withdrawn'));
create trigger fill_permission_name before insert on permissions
  for each row execute function fill_permission_name();
create trigger fill_permission_search after insert on permissions
  for each row execute function fill_permission_search();
create trigger rename_permissions after insert or update of name on enterprises
  for each row execute function rename_permissions();
create trigger extend_permission_search after insert on account_search
  for each row execute function extend_permission_search();
create trigger rename_permissions after update of name on accounts
  for each row execute function rename_permissions();
