-- Permissions of accounts that were renamed while 0131 ran.
update permissions p set sort_name = k.name, sort_email = k.email, sort_phone = k.phone
from account_sort_keys k
where k.account_id = p.account_id
  and (p.sort_name, p.sort_email, p.sort_phone) is distinct from (k.name, k.email, k.phone);

create index if not exists permissions_email_idx on permissions (application_id, sort_email, id);
create index if not exists permissions_phone_idx on permissions (application_id, sort_phone, id);
create index if not exists permissions_by_status_idx on permissions (application_id, status, created_at, id);
