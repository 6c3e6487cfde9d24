-- The list of accounts filtered by province and member object, and its count, which reads the index alone.
create index if not exists accounts_place_idx on accounts (province, member_object, created_at, id)
  include (kind, status, role);

-- With the status, which every list checks, a search among the permissions of a role or of a creator reads the index
-- alone.
create index if not exists permissions_by_role_idx on permissions (application_id, role, created_at, id)
  include (status);
create index if not exists permissions_by_creator_idx on permissions (application_id, created_by, created_at, id)
  include (status);
drop index if exists permissions_role_idx;
drop index if exists permissions_creator_idx;
