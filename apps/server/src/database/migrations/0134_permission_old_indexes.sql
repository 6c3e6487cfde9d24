-- permissions_by_status_idx and the others of 0112 begin with their columns.
set local lock_timeout = '100ms';
drop index if exists permissions_locked_idx;
drop index if exists permissions_application_idx;
