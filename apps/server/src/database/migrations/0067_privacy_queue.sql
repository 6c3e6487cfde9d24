-- The association's side of privacy requests. `answered`: a first reply was given, and the request is still to be
-- carried out; answered_at belongs to reply_due_at, and closed_at to due_at.
set local lock_timeout = '100ms';

alter table privacy_requests
  add column outcome text check (outcome in ('done', 'declined')),
  add column resolution text,
  add column extended_at timestamptz,
  add column extension_reason text,
  add column handled_by text references accounts (id) on delete set null;

create index privacy_requests_queue_idx on privacy_requests
  ((case when status = 'open' then reply_due_at else due_at end), id) where status <> 'closed';
create index privacy_requests_closed_idx on privacy_requests (closed_at desc, id desc) where status = 'closed';
create index privacy_requests_handled_by_idx on privacy_requests (handled_by) where handled_by is not null;
