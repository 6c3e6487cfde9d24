-- Changes that one administrator asks for and another confirms.
set local lock_timeout = '100ms';

create table approvals (
  id text primary key,
  kind text not null check (kind in ('grant-admin', 'withdraw-admin', 'recover-account')),
  account_id text not null references accounts (id) on delete cascade,
  requested_by text not null references accounts (id) on delete cascade,
  reason text not null,
  -- Where the link of a recovery goes.
  sealed_contact bytea,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'refused')),
  decided_by text references accounts (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_at timestamptz
);
create unique index approvals_pending_key on approvals (account_id, kind) where status = 'pending';
create index approvals_requested_by_idx on approvals (requested_by);
create index approvals_decided_by_idx on approvals (decided_by) where decided_by is not null;
create index approvals_expires_idx on approvals (expires_at);

-- desk: to the phone or address that the member named at the association's desk, kept in sealed_input.
alter table recovery_requests drop constraint recovery_requests_channel_check,
  add constraint recovery_requests_channel_check check (channel in ('mail', 'phone', 'code', 'desk')) not valid;
