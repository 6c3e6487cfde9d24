-- Limits on what callers can fill, and the first step of a sign-in that needs two.

-- At most 50 sessions for each account; the newest stays, expired ones go first. `complete` holds the account's row
-- lock, and each statement of a volatile function has a new snapshot, so concurrent sign-ins see each other's rows.
create function end_oldest_sessions() returns trigger language plpgsql as $$
begin
  with ended as (
    delete from sessions where id in (
      select id from sessions where account_id = new.account_id and id <> new.id
      order by (idle_expires_at > now() and expires_at > now()) desc, created_at desc, id desc offset 49)
    returning id, idle_expires_at > now() and expires_at > now() as was_live
  )
  insert into audit_events (kind, account_id, address, request_id, details)
  select 'session.ended', new.account_id, new.address, '', jsonb_build_object('sessionId', id, 'reason', 'limit')
  from ended where was_live;
  return null;
end $$;
create trigger sessions_limited after insert on sessions for each row execute function end_oldest_sessions();

-- The network that asked for a code (an address, or its /64). Null in rows of the previous release.
alter table otp_sends add column network text;

-- What a browser has proved of an account that needs more than one proof. Deleted when the sign-in is complete and
-- whenever the account's access ends.
create table sign_in_steps (
  pre_session_hash bytea not null,
  account_id text not null references accounts (id) on delete cascade,
  amr text[] not null,
  expires_at timestamptz not null,
  primary key (pre_session_hash, account_id)
);
create index sign_in_steps_account_idx on sign_in_steps (account_id);
create index sign_in_steps_expires_idx on sign_in_steps (expires_at);

-- Written and rolled back to find out whether the database can still write. Uncompressed, so that the table must grow.
create unlogged table storage_probes (filler text not null);
alter table storage_probes alter column filler set storage external;
