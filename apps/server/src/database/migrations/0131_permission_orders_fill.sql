-- Permissions from before 0130.
update permissions p set sort_name = k.name, sort_email = k.email, sort_phone = k.phone
from account_sort_keys k where k.account_id = p.account_id;

create index if not exists permissions_email_idx on permissions (application_id, sort_email, id);
create index if not exists permissions_phone_idx on permissions (application_id, sort_phone, id);
create index if not exists permissions_by_status_idx on permissions (application_id, status, created_at, id);
-- The others begin with these columns.
drop index if exists permissions_locked_idx;
drop index if exists permissions_application_idx;
