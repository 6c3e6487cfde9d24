-- Webhooks: where changes of accounts are sent, the messages, and each attempt to deliver one.
set local lock_timeout = '100ms';

-- Without an application, of the association: about all accounts.
create table webhook_endpoints (
  id text primary key,
  application_id text references applications (id) on delete cascade,
  -- Who is told when it fails.
  owner_id text references accounts (id) on delete set null,
  url text not null,
  description text not null default '',
  event_types text[] not null,
  status text not null default 'active' check (status in ('active', 'failing', 'disabled')),
  sealed_secret bytea not null,
  -- The secret before the last rotation. Messages are signed with both until then.
  former_sealed_secret bytea,
  former_until timestamptz,
  failing_since timestamptz,
  -- Failed attempts since the last success, and when to send again.
  failures integer not null default 0,
  resume_at timestamptz not null default now(),
  -- The process that sends its messages, until when.
  lease_id text,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  -- Its messages are purged, then the row.
  removed_at timestamptz
);
create index webhook_endpoints_application_idx on webhook_endpoints (application_id, created_at, id);
create index webhook_endpoints_owner_idx on webhook_endpoints (owner_id) where owner_id is not null;

create table webhook_messages (
  id text primary key,
  endpoint_id text not null references webhook_endpoints (id) on delete cascade,
  type text not null,
  account_id text,
  -- Ids and what changed, never a name, a phone or an address.
  data jsonb not null,
  -- skipped: recorded while the endpoint was disabled, to be replayed.
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'skipped')),
  attempts smallint not null default 0,
  last_status smallint,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  give_up_at timestamptz not null default now() + interval '3 days',
  expires_at timestamptz not null default now() + interval '30 days'
);
create index webhook_messages_due_idx on webhook_messages (endpoint_id, next_attempt_at) where status = 'pending';
create index webhook_messages_give_up_idx on webhook_messages (give_up_at) where status = 'pending';
create index webhook_messages_log_idx on webhook_messages (endpoint_id, created_at desc, id desc);
create index webhook_messages_expires_idx on webhook_messages (expires_at);

create table webhook_attempts (
  id bigint generated always as identity primary key,
  message_id text not null references webhook_messages (id) on delete cascade,
  at timestamptz not null default now(),
  attempt smallint not null,
  duration_ms integer not null,
  response_status smallint,
  error text,
  response text not null default ''
);
create index webhook_attempts_message_idx on webhook_attempts (message_id, id);

-- Where an endpoint belongs to an application: whether it may get messages, and who owns it.
create function webhook_application_is_active(application text) returns boolean language sql stable as $$
  select application is null or exists (select from applications a where a.id = application and a.status = 'active')
$$;
create function webhook_owner(endpoint webhook_endpoints) returns text language sql stable as $$
  select coalesce(endpoint.owner_id, (select a.owner_id from applications a where a.id = endpoint.application_id))
$$;

-- Records a message for each endpoint that receives the event, in the transaction of the change. The association's
-- endpoints get `for_association`. Those of applications get `for_applications`: of `only_application`, or of each one
-- that the account has used or has a permission in. A locked application gets nothing. Null data means no message.
create function queue_webhooks(
  event_type text, account text, only_application text, for_association jsonb, for_applications jsonb
) returns void language plpgsql as $$
begin
  if not exists (select from webhook_endpoints) then
    return;
  end if;
  insert into webhook_messages (id, endpoint_id, type, account_id, data, status)
    select 'msg_' || replace(gen_random_uuid()::text, '-', ''), e.id, event_type, account,
      case when e.application_id is null then for_association else for_applications end,
      case e.status when 'disabled' then 'skipped' else 'pending' end
    from webhook_endpoints e left join applications a on a.id = e.application_id
    where event_type = any(e.event_types) and e.removed_at is null
      and case
        when e.application_id is null then for_association is not null
        when for_applications is null or a.status <> 'active' then false
        -- No scope covers the certificate, so third parties must not learn of it.
        when event_type = 'certificate.verified' and not a.is_first_party then false
        when only_application is not null then e.application_id = only_application
        else exists (select from application_uses u where u.account_id = account and u.application_id = e.application_id)
          or exists (select from permissions p where p.account_id = account and p.application_id = e.application_id)
      end
      -- Two statements may record the same withdrawal of a consent.
      and not (event_type = 'consent.withdrawn' and only_application is not null and exists (
        select from webhook_messages m where m.endpoint_id = e.id and m.created_at = now()
          and m.type = event_type and m.account_id = account and m.data ->> 'application' = for_association ->> 'application'))
    order by e.id;
  if found then
    perform pg_notify('vid_events', 'webhooks all');
  end if;
end $$;

create function webhook_account_created() returns trigger language plpgsql as $$
begin
  perform queue_webhooks('account.created', new.id, null, jsonb_build_object('sub', new.id, 'kind', new.kind), null);
  return null;
end $$;

create function webhook_account_status() returns trigger language plpgsql as $$
begin
  if new.status = 'locked' then
    perform queue_webhooks('account.locked', new.id, null, jsonb_build_object('sub', new.id,
      'lockedBy', case when new.locked_by_owner then 'owner' else 'association' end), jsonb_build_object('sub', new.id));
  else
    perform queue_webhooks('account.unlocked', new.id, null,
      jsonb_build_object('sub', new.id), jsonb_build_object('sub', new.id));
  end if;
  return null;
end $$;

-- Before the deletion, while it is known which applications the account has used.
create function webhook_account_deleted() returns trigger language plpgsql as $$
begin
  perform queue_webhooks('account.deleted', old.id, null,
    jsonb_build_object('sub', old.id), jsonb_build_object('sub', old.id));
  return old;
end $$;

create function webhook_permission_changed() returns trigger language plpgsql as $$
declare
  was permissions := case when tg_op = 'INSERT' then null else old end;
  is_now permissions := case when tg_op = 'DELETE' then null else new end;
  account text := coalesce(is_now.account_id, was.account_id);
  application text := coalesce(is_now.application_id, was.application_id);
  data jsonb;
begin
  -- Deleted with its account or application.
  if tg_op = 'DELETE' and not (exists (select from accounts where id = account)
      and exists (select from applications where id = application)) then
    return null;
  end if;
  if not exists (select from webhook_endpoints) then
    return null;
  end if;
  data := jsonb_build_object('sub', account,
    'application', (select code from applications where id = application),
    'permissionId', coalesce(is_now.id, was.id),
    'role', coalesce(is_now.role, was.role),
    'previousRole', case when was.role <> is_now.role then was.role end,
    'change', case
      when tg_op = 'INSERT' then 'added'
      when tg_op = 'DELETE' or is_now.status = 'withdrawn' then 'removed'
      when was.role <> is_now.role then 'role'
      when is_now.status = 'locked' then 'locked'
      when was.status = 'withdrawn' then 'added'
      else 'unlocked' end);
  if tg_op = 'INSERT' and not exists (select from permissions p
      where p.account_id = account and p.application_id = application and p.id <> is_now.id)
    and not exists (select from application_uses u
      where u.account_id = account and u.application_id = application) then
    perform queue_webhooks('account.created', account, application, null, jsonb_build_object('sub', account));
  end if;
  perform queue_webhooks('permission.changed', account, application, data, data);
  return null;
end $$;

create function webhook_application_used() returns trigger language plpgsql as $$
begin
  if not exists (select from permissions p
      where p.account_id = new.account_id and p.application_id = new.application_id) then
    perform queue_webhooks('account.created', new.account_id, new.application_id, null,
      jsonb_build_object('sub', new.account_id));
  end if;
  return null;
end $$;

create function webhook_certificate_verified() returns trigger language plpgsql as $$
declare
  data jsonb := jsonb_build_object('sub', new.account_id, 'expiresOn', new.expires_on);
begin
  perform queue_webhooks('certificate.verified', new.account_id, null, data, data);
  return null;
end $$;

create function webhook_purpose_withdrawn() returns trigger language plpgsql as $$
begin
  perform queue_webhooks('consent.withdrawn', new.account_id, null,
    jsonb_build_object('sub', new.account_id, 'purpose', new.purpose, 'application', null), null);
  return null;
end $$;

-- The account took back what it allowed the application, or its use of it.
create function webhook_application_withdrawn() returns trigger language plpgsql as $$
declare
  code text := (select a.code from applications a where a.id = old.application_id);
  data jsonb := jsonb_build_object('sub', old.account_id, 'purpose', null, 'application', code);
begin
  -- Deleted with its account or application.
  if code is not null and exists (select from accounts where id = old.account_id) then
    perform queue_webhooks('consent.withdrawn', old.account_id, old.application_id, data, data);
  end if;
  return null;
end $$;
