-- The sort keys of the list of an application's people.

-- Orders texts as Vietnamese does: first by letters, where đ follows d, and ă and â follow a, then by tones. The letters
-- keep their circumflex, breve and horn, which follow every plain letter; a tab, which precedes every letter, ends them.
create function sort_text(input text) returns text language sql immutable strict parallel safe
return left(translate(regexp_replace(replace(normalize(lower(input), NFD), 'đ', U&'d\0302'),
    U&'[\0300\0301\0303-\0305\0307-\031A\031C-\036F]', '', 'g'), U&'\0306', U&'\0301'), 100)
  || U&'\0009' || rtrim(left(translate(regexp_replace(regexp_replace(normalize(lower(input), NFD),
    U&'[\0302\0304-\0308\030A-\0322\0324-\036F]', '', 'g'),
    U&'[^\0300\0301\0303\0309\0323]', '0', 'g'), U&'\0300\0309\0303\0301\0323', '12345'), 100), '0');

create view account_sort_keys as
select a.id as account_id,
  coalesce(sort_text(coalesce(case when a.kind = 'enterprise' then e.name end, a.name)), '') as name,
  coalesce(left(lower(a.email), 100), '') as email,
  case when a.phone like '+%' then a.phone else '' end as phone
from accounts a left join enterprises e on e.account_id = a.id;

create function fill_permission_keys() returns trigger language plpgsql as $$
declare
  keys account_sort_keys;
begin
  select * into keys from account_sort_keys where account_id = new.account_id;
  new.sort_name := coalesce(keys.name, '');
  new.sort_email := coalesce(keys.email, '');
  new.sort_phone := coalesce(keys.phone, '');
  return new;
end $$;

create or replace function rename_permissions() returns trigger language plpgsql as $$
declare
  changed text := case tg_table_name when 'accounts' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'account_id' end;
begin
  update permissions p set sort_name = k.name, sort_email = k.email, sort_phone = k.phone
  from account_sort_keys k
  where k.account_id = changed and p.account_id = changed
    and (p.sort_name, p.sort_email, p.sort_phone) <> (k.name, k.email, k.phone);
  return null;
end $$;

set local lock_timeout = '100ms';
alter table permissions
  add column sort_email text collate "C" not null default '',
  add column sort_phone text collate "C" not null default '';
drop trigger fill_permission_name on permissions;
create trigger fill_permission_keys before insert on permissions
  for each row execute function fill_permission_keys();
drop function fill_permission_name();
drop function account_sort_name(text);
create or replace trigger rename_permissions after update of name, phone, email on accounts
  for each row execute function rename_permissions();
