-- Notices that a statement owes to the owner of an account. The statement that writes a session has no time to compose one;
-- a background run composes it and deletes the row in one transaction, so a crash in between loses no notice.
create table due_notices (
  id bigint generated always as identity primary key,
  account_id text not null references accounts (id) on delete cascade,
  kind text not null,
  user_agent text not null,
  address text not null,
  created_at timestamptz not null default now()
);
create index due_notices_account_idx on due_notices (account_id);
