-- The users of an application one after another, to find those that an incident affects.
set local lock_timeout = '100ms';
create index if not exists application_uses_users_idx on application_uses (application_id, account_id);
