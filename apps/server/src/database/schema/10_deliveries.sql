-- Messages to members and to other systems: SMS, mail, webhooks.

-- SMS to be sent: the text is sealed, and erased once the gateway has taken it.
create table sms_messages (
  id text primary key,
  phone text not null,
  purpose text not null,
  -- Set for a code: it is not sent once that request is used up, replaced or void.
  otp_request_id text,
  sealed_text bytea,
  status text not null default 'pending' check (status in ('pending', 'sending', 'sent', 'failed')),
  attempts smallint not null default 0,
  claimed_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sms_messages_expires_idx on sms_messages (expires_at);
create index sms_messages_open_idx on sms_messages (created_at) where status = 'pending';

-- The replies of the SMS gateway in each minute, for the health of the channel.
create table sms_minutes (
  minute timestamptz primary key,
  accepted integer not null default 0,
  refused integer not null default 0,
  unknown integer not null default 0,
  took_ms bigint not null default 0
);

-- The state in which an administrator holds the SMS breaker. No row: it opens and closes by itself.
create table sms_breaker (
  is_only boolean primary key default true check (is_only),
  state text not null check (state in ('open', 'closed')),
  reason text not null,
  -- An account's id. The row is deleted after a day at most, so it needs no foreign key.
  set_by text not null,
  set_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Mail to be sent. Recipient, subject and text are sealed, and erased once the mail server has taken the message.
create table mail_messages (
  id text primary key,
  kind text not null,
  sealed_content bytea,
  status text not null default 'pending' check (status in ('pending', 'sending', 'sent', 'failed')),
  attempts smallint not null default 0,
  claimed_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index mail_messages_expires_idx on mail_messages (expires_at);
create index mail_messages_open_idx on mail_messages (created_at) where status = 'pending';

-- Notices owed to the owners of accounts. A sign-in has no time to compose one; a background run composes it and deletes
-- the row in one transaction, so a crash in between loses no notice.
create table due_notices (
  id bigint generated always as identity primary key,
  account_id text not null references accounts (id) on delete cascade,
  kind text not null,
  user_agent text not null,
  address text not null,
  -- A code has just been sent to the phone, so the owner is notified by mail alone.
  skips_phone boolean not null,
  created_at timestamptz not null default now()
);
create index due_notices_account_idx on due_notices (account_id);

-- The outbox page of evaluation mode; empty in production.
create table outbox_messages (
  id text primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
create index outbox_messages_created_idx on outbox_messages (created_at desc);

-- Webhooks. An endpoint without an application belongs to the association and receives the events of all accounts.
create table webhook_endpoints (
  id text primary key,
  application_id text references applications (id) on delete cascade,
  -- The account that is notified when deliveries fail.
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
create index webhook_messages_expires_idx on webhook_messages (expires_at);
-- The messages of a webhook by type and status.
create index webhook_messages_filter_idx on webhook_messages (endpoint_id, type, status, created_at desc, id desc);
create index webhook_messages_give_up_idx on webhook_messages (give_up_at) where status = 'pending';
create index webhook_messages_log_idx on webhook_messages (endpoint_id, created_at desc, id desc);

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

-- Tell only a person who is still responsible for the webhook that it fails: of an application, one of its managers;
-- of the association, an administrator.
create function webhook_owner(endpoint webhook_endpoints) returns text language sql stable as $$
  select coalesce(
    case when endpoint.application_id is null
      then (select a.id from accounts a where a.id = endpoint.owner_id and a.role = 'admin' and a.status = 'active')
      else (select g.account_id from application_managers g
        join accounts a on a.id = g.account_id and a.status = 'active'
        where g.application_id = endpoint.application_id and g.account_id = endpoint.owner_id)
    end,
    (select p.owner_id from applications p
      join accounts a on a.id = p.owner_id and a.status = 'active'
      where p.id = endpoint.application_id),
    (select g.account_id from application_managers g
      join accounts a on a.id = g.account_id and a.status = 'active'
      where g.application_id = endpoint.application_id
      order by g.created_at, g.account_id limit 1),
    (select a.id from accounts a
      where endpoint.application_id is null and a.role = 'admin' and a.status = 'active'
      order by a.created_at, a.id limit 1))
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

create function webhook_purpose_withdrawn() returns trigger language plpgsql as $$
begin
  perform queue_webhooks('consent.withdrawn', new.account_id, null,
    jsonb_build_object('sub', new.account_id, 'purpose', new.purpose, 'application', null), null);
  return null;
end $$;
create trigger webhook_purpose_withdrawn after insert on consents
  for each row when (new.action = 'withdrawn') execute function webhook_purpose_withdrawn();

create function webhook_certificate_verified() returns trigger language plpgsql as $$
declare
  data jsonb := jsonb_build_object('sub', new.account_id, 'expiresOn', new.expires_on);
begin
  perform queue_webhooks('certificate.verified', new.account_id, null, data, data);
  return null;
end $$;
create trigger webhook_certificate_verified after update of status on broker_certificates
  for each row when (new.status = 'confirmed' and old.status <> 'confirmed')
  execute function webhook_certificate_verified();

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
      when tg_op = 'DELETE' then 'removed'
      when was.role <> is_now.role then 'role'
      when is_now.status = 'locked' then 'locked'
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
create trigger webhook_permission_added after insert or delete on permissions
  for each row execute function webhook_permission_changed();

create trigger webhook_permission_changed after update of role, status on permissions
  for each row when (old.role <> new.role or old.status <> new.status)
  execute function webhook_permission_changed();

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
create trigger webhook_consent_withdrawn after delete on application_consents
  for each row execute function webhook_application_withdrawn();

create function webhook_application_used() returns trigger language plpgsql as $$
begin
  if not exists (select from permissions p
      where p.account_id = new.account_id and p.application_id = new.application_id) then
    perform queue_webhooks('account.created', new.account_id, new.application_id, null,
      jsonb_build_object('sub', new.account_id));
  end if;
  return null;
end $$;
create trigger webhook_application_used after insert on application_uses
  for each row execute function webhook_application_used();

create trigger webhook_use_withdrawn after delete on application_uses
  for each row execute function webhook_application_withdrawn();
