-- Notes of administrators about an account, and the menu items that are hidden from its member.
set local lock_timeout = '100ms';

-- Append only.
create table account_notes (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  author_id text references accounts (id) on delete set null,
  text text not null,
  created_at timestamptz not null default now()
);
create index account_notes_account_idx on account_notes (account_id, created_at desc);
create index account_notes_author_idx on account_notes (author_id) where author_id is not null;

-- Null for no item, as for almost every account. It is read with the session of each request.
alter table accounts add column hidden_nav_ids text[];
