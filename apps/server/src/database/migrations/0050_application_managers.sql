-- Accounts that manage an application besides its owner.
create table application_managers (
  application_id text not null references applications (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  created_by text references accounts (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (account_id, application_id)
);
create index application_managers_application_idx on application_managers (application_id, created_at, account_id);
