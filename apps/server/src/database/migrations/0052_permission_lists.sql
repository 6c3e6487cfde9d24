-- A permission that was withdrawn is deleted now. The previous release may still write the status.
delete from permissions where status = 'withdrawn';

-- Permissions from before the triggers of 0051.
update permissions set sort_name = coalesce(account_sort_name(account_id), '');
insert into permission_search (application_id, key, permission_id, account_id)
  select p.application_id, s.key, p.id, p.account_id
  from permissions p join account_search s on s.account_id = p.account_id
  on conflict do nothing;

create index if not exists permissions_created_idx on permissions (application_id, created_at, id);
create index if not exists permissions_name_idx on permissions (application_id, sort_name, id);
create index if not exists permissions_role_idx on permissions (application_id, role, created_at, id);
create index if not exists permissions_creator_idx on permissions (application_id, created_by, created_at, id);
create index if not exists permissions_locked_idx on permissions (application_id, created_at, id)
  where status = 'locked';
