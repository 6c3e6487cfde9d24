-- The people of a role, a status or a creator are also sorted by the other two, without reading the permissions
-- themselves.
create index if not exists permissions_role_people_idx on permissions (application_id, role, created_at, id)
  include (status, created_by);
create index if not exists permissions_status_people_idx on permissions (application_id, status, created_at, id)
  include (role, created_by);
create index if not exists permissions_creator_people_idx on permissions (application_id, created_by, created_at, id)
  include (status, role);
