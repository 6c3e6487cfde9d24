-- The indexes of 0139 begin with the columns of these.
set local lock_timeout = '100ms';
drop index permissions_by_role_idx;
drop index permissions_by_status_idx;
drop index permissions_by_creator_idx;
alter index permissions_role_people_idx rename to permissions_by_role_idx;
alter index permissions_status_people_idx rename to permissions_by_status_idx;
alter index permissions_creator_people_idx rename to permissions_by_creator_idx;
