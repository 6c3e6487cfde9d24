-- The link "this wasn't me" of a notice, by which the owner locks the account.
create table notice_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  account_id text not null references accounts (id) on delete cascade,
  kind text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index notice_links_account_idx on notice_links (account_id);
create index notice_links_expires_idx on notice_links (expires_at);

-- Set while an account is locked by its owner, who may open it again through recovery.
alter table accounts add column locked_by_owner boolean not null default false;
