-- People with a permission are counted by account, without reading the permissions themselves.
create index if not exists permissions_people_idx on permissions (application_id, account_id) include (status);
