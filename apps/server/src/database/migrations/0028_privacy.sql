-- Consents by purpose, uses of applications, exports, requests and deletion (Law 91/2025/QH15, Decree 356/2025/ND-CP).

-- Each lock is held until the commit. A wait of 0.1 s ends the attempt, and the start tries again.
set local lock_timeout = '100ms';

-- What was agreed to, in which language, and withdrawals. Rows of earlier releases have no hash. The checks read the
-- table, two short rows for each account; only sign-ups wait for it.
alter table consents
  add column action text not null default 'given' check (action in ('given', 'withdrawn')),
  add column language text check (language in ('vi', 'en')),
  add column text_hash bytea check (octet_length(text_hash) = 32);

-- A sealed copy of everything held about an account, to be downloaded until it expires.
create table privacy_exports (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'ready', 'failed')),
  attempts smallint not null default 0,
  claimed_at timestamptz,
  sealed_content bytea,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz not null
);
create index privacy_exports_account_idx on privacy_exports (account_id, created_at desc);
create index privacy_exports_open_idx on privacy_exports (created_at) where status = 'pending';
create index privacy_exports_expires_idx on privacy_exports (expires_at);

-- The queue's own schema comes with the first start; the schedule finds exports requested before.
create function queue_privacy_exports() returns void language plpgsql as $$
begin
  if to_regclass('graphile_worker.jobs') is not null then
    perform graphile_worker.add_job('build-exports', job_key => 'build-exports', max_attempts => 1);
  end if;
end $$;

-- Requests that a person answers. An open restriction is the flag that administrators see.
create table privacy_requests (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('access', 'correction', 'restriction', 'objection', 'other')),
  details text not null,
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  answer text,
  created_at timestamptz not null default now(),
  -- The legal limits for the first reply and for carrying the request out.
  reply_due_at timestamptz not null,
  due_at timestamptz not null,
  answered_at timestamptz,
  closed_at timestamptz
);
create index privacy_requests_account_idx on privacy_requests (account_id, created_at desc);
create index privacy_requests_open_idx on privacy_requests (due_at) where status = 'open';

-- Which application has received tokens for an account, with which scopes, since when and when last.
create table application_uses (
  account_id text not null references accounts (id) on delete cascade,
  application_id text not null references applications (id) on delete cascade,
  scopes text[] not null,
  first_used_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (account_id, application_id)
);
create index application_uses_application_idx on application_uses (application_id);

-- An account whose owner asked to delete it, and when it will be erased.
create table account_deletions (
  account_id text primary key references accounts (id) on delete cascade,
  requested_at timestamptz not null default now(),
  erase_at timestamptz not null,
  reminded_at timestamptz
);
create index account_deletions_erase_idx on account_deletions (erase_at);

-- A trigger, because access tokens are the one thing that every protocol issues, and by several statements. It writes at
-- most one row an hour for an account and application. Sorted, so that two batches cannot deadlock.
create function note_application_use() returns trigger language plpgsql as $$
begin
  insert into application_uses as u (account_id, application_id, scopes)
  select issued.account_id, issued.application_id, issued.scopes from (
    select a.id as account_id, c.application_id, array_agg(distinct s.scope order by s.scope) as scopes
    from new_tokens i join clients c on c.id = i.client_id join accounts a on a.id = i.account_id
    cross join lateral string_to_table(coalesce(i.payload ->> 'scope', ''), ' ') s (scope)
    where s.scope <> '' group by a.id, c.application_id) issued
  where not exists (
    select from application_uses k
    where k.account_id = issued.account_id and k.application_id = issued.application_id
      and k.last_used_at > now() - interval '1 hour' and k.scopes @> issued.scopes)
  order by 1, 2
  on conflict (account_id, application_id) do update set last_used_at = now(),
    scopes = array(select distinct unnest(u.scopes || excluded.scopes) order by 1);
  return null;
end $$;

create trigger oidc_access_tokens_issued after insert on oidc_access_tokens
  referencing new table as new_tokens for each statement execute function note_application_use();

-- A new session keeps an account that was to be erased, whatever the method of signing in. The sign-in holds the
-- account's row lock and each statement of a volatile function has a new snapshot, so a concurrent request to delete the
-- account comes before or after it as a whole.
create function cancel_deletion() returns trigger language plpgsql as $$
begin
  delete from account_deletions where account_id = new.account_id returning erase_at into new.cancelled_erase_at;
  if found then
    insert into audit_events (kind, account_id, actor_id, address, request_id, details)
    values ('deletion.cancelled', new.account_id, new.account_id, new.address, '',
      jsonb_build_object('sessionId', new.id));
  end if;
  return new;
end $$;

-- When the account would have been erased, had this session not started.
alter table sessions add column cancelled_erase_at timestamptz;
create trigger sessions_cancel_deletion before insert on sessions for each row execute function cancel_deletion();
