-- Messages to members and to other systems: SMS, mail, webhooks, logout notices.

-- Attempts to send an SMS through a gateway, with the gateway's response and its delivery report. Rows are kept for
-- 90 days.
create table sms_attempts (
  id bigint generated always as identity primary key,
  sms_id text not null,
  -- Id of the code in the message; null for a notice. Codes are deleted after a day.
  code_id text,
  channel text not null check (channel in ('zns', 'esms', 'speedsms', 'http', 'outbox')),
  purpose text not null,
  masked_phone text not null,
  -- Carrier to which the number's prefix belongs. A ported number keeps its prefix.
  carrier text not null,
  outcome text not null
    check (outcome in ('accepted', 'number-refused', 'text-refused', 'channel-broken', 'unknown')),
  -- Null if the gateway accepted the message.
  cause text,
  -- The gateway's message id.
  reference text,
  parts smallint not null,
  took_ms integer not null,
  created_at timestamptz not null default now(),
  -- Delivery report; the price is in VND.
  reported_at timestamptz,
  is_delivered boolean,
  price integer
);
create index sms_attempts_created_idx on sms_attempts (created_at);
-- Finds the attempt that a delivery report is about.
create index sms_attempts_sms_idx on sms_attempts (sms_id);

-- Last known balance at each gateway that reports one, in VND.
create table sms_balances (
  channel text primary key check (channel in ('zns', 'esms', 'speedsms', 'http', 'outbox')),
  dong bigint not null,
  read_at timestamptz not null default now()
);

-- Tokens that VID uses to send as the association's Zalo Official Account. A refresh token works once, and the response
-- with the next token can be lost, so VID keeps the previous token until the next one has worked.
create table zalo_tokens (
  is_only boolean primary key default true check (is_only),
  -- Number of token changes.
  generation integer not null default 1,
  sealed_access_token bytea not null,
  access_ends_at timestamptz not null,
  sealed_refresh_token bytea not null,
  sealed_former_token bytea,
  renewed_at timestamptz not null default now(),
  -- End of the renewing process's lease.
  lease_until timestamptz,
  -- Time since which Zalo has refused every stored refresh token.
  refused_at timestamptz,
  -- Reason why the last renewal failed; null after a success.
  failure text
);

-- State in which an administrator holds the SMS breaker. Without a row, the breaker is under automatic control.
create table sms_breaker (
  is_only boolean primary key default true check (is_only),
  state text not null check (state in ('open', 'closed')),
  reason text not null,
  -- Account id of an administrator. The row is deleted after at most a day, so it needs no foreign key.
  set_by text not null,
  set_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Notices to account owners that are queued later: those of a sign-in, which does not wait for them, reminders, and
-- those held to be joined in one message once the account has received many. A background run queues the message and
-- deletes the rows in one transaction, so a crash loses no notice.
create table due_notices (
  account_id text not null references accounts (id) on delete cascade,
  kind text not null,
  -- Number of events of this kind. `user_agent`, `address` and `last_at` describe the last event.
  count integer not null,
  user_agent text not null,
  address text not null,
  -- True if the owner is notified only by mail: a code has just been sent to the phone, or a reminder must not go to
  -- the phone.
  skips_phone boolean not null,
  -- True if the notice will be joined with the account's other held notices, all of which become due with the first.
  is_held boolean not null,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  due_at timestamptz not null,
  primary key (account_id, kind)
);
-- Finds the due notices.
create index due_notices_due_idx on due_notices (due_at);

-- Outbox page of evaluation mode; empty in production.
create table outbox_messages (
  id text primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
-- Serves the outbox page and the removal of the oldest messages.
create index outbox_messages_created_idx on outbox_messages (created_at desc);

-- Webhook endpoints. An endpoint without an application belongs to the association and receives the events of all
-- accounts.
create table webhook_endpoints (
  id text primary key,
  application_id text references applications (id) on delete cascade,
  -- Account that added the endpoint, and is notified when deliveries fail if it is still responsible.
  owner_id text references accounts (id) on delete set null,
  url text not null,
  description text not null default '',
  event_types text[] not null,
  status text not null default 'active' check (status in ('active', 'failing', 'disabled')),
  sealed_secret bytea not null,
  -- Secret before the last rotation, which also signs messages until `former_until`.
  former_sealed_secret bytea,
  former_until timestamptz,
  failing_since timestamptz,
  -- Failed attempts since the last success; the endpoint gets no messages before `resume_at`.
  failures integer not null default 0,
  resume_at timestamptz not null default now(),
  -- Claim of the process that sends the endpoint's messages, and the end of its lease.
  lease_id text,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  -- Time at which the endpoint was removed. The purge deletes its messages first, then the row.
  removed_at timestamptz
);
create index webhook_endpoints_application_idx on webhook_endpoints (application_id, created_at, id);
create index webhook_endpoints_owner_idx on webhook_endpoints (owner_id) where owner_id is not null;

-- Queued messages and their outcomes: SMS, e-mails, webhook messages and back-channel logout notices.
create table deliveries (
  id text primary key,
  kind text not null check (kind in ('sms', 'mail', 'webhook', 'logout')),
  -- Purpose of an SMS, subject matter of an e-mail, or event type of a webhook message.
  type text not null,
  -- Rows of one receiver are sent one after another. The receiver of a logout notice is the client's id, and that of
  -- an SMS or an e-mail a keyed digest of the account or code that the message is about. A webhook message has an
  -- endpoint instead.
  receiver text,
  phone text,
  endpoint_id text references webhook_endpoints (id) on delete cascade,
  account_id text,
  -- For a webhook, ids and the changed facts, never a name, a phone or an address. For a logout notice, the `sid` of
  -- the client's session, or null for every session of the account.
  data jsonb,
  -- Content of an SMS or an e-mail, including the recipient of an e-mail. Erased once the message is sent or
  -- given up.
  sealed_content bytea,
  -- True for messages that are sent first: security notices, logout notices and messages that a person waits
  -- for.
  is_urgent boolean not null default false,
  -- `skipped`: not sent, because the endpoint or its application was disabled; the message can be replayed.
  status text not null default 'pending'
    check (status in ('pending', 'sending', 'sent', 'delivered', 'failed', 'skipped')),
  attempts smallint not null default 0,
  last_status smallint,
  created_at timestamptz not null default now(),
  -- Order in which waiting rows are sent. Each further waiting row of a receiver is dated later, so that receivers
  -- with many rows take turns with others.
  turn_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  -- Time until which the receiver's other rows wait: the end of the sending process's lease, or of the pause after a
  -- failed attempt. Webhook messages use their endpoint's lease.
  lease_until timestamptz,
  give_up_at timestamptz not null default now() + interval '3 days',
  expires_at timestamptz not null default now() + interval '30 days',
  constraint deliveries_receiver_check check (kind = 'webhook' or receiver is not null),
  constraint deliveries_endpoint_check check (kind <> 'webhook' or endpoint_id is not null)
);
-- These indexes serve the claim of rows: the due rows in their order, the busy receivers, and the first and the last
-- row of a receiver.
create index deliveries_due_idx on deliveries (kind, is_urgent desc, turn_at, id)
  where status in ('pending', 'sending') and kind <> 'webhook';
create index deliveries_leased_idx on deliveries (kind, lease_until)
  where lease_until is not null and kind <> 'webhook';
create index deliveries_receiver_idx on deliveries (kind, receiver, is_urgent desc, turn_at, id)
  where status in ('pending', 'sending') and kind <> 'webhook';
-- Counts an account's messages within a day.
create index deliveries_messages_idx on deliveries (receiver, created_at) where kind in ('sms', 'mail');
-- Serves the copy and the erasure of an account's data.
create index deliveries_phone_idx on deliveries (phone) where phone is not null;
create index deliveries_expires_idx on deliveries (expires_at);
-- Finds a webhook's next message, and counts its waiting messages.
create index deliveries_endpoint_due_idx on deliveries (endpoint_id, next_attempt_at)
  where status = 'pending' and endpoint_id is not null;
-- Finds a webhook's messages by type and status.
create index deliveries_endpoint_filter_idx on deliveries (endpoint_id, type, status, created_at desc, id desc)
  where endpoint_id is not null;
-- Lists a webhook's messages, newest first.
create index deliveries_endpoint_log_idx on deliveries (endpoint_id, created_at desc, id desc)
  where endpoint_id is not null;
-- Finds the messages that have been retried for too long.
create index deliveries_give_up_idx on deliveries (give_up_at) where status = 'pending' and kind = 'webhook';

create table webhook_attempts (
  id bigint generated always as identity primary key,
  message_id text not null references deliveries (id) on delete cascade,
  at timestamptz not null default now(),
  attempt smallint not null,
  duration_ms integer not null,
  response_status smallint,
  error text,
  response text not null default ''
);
create index webhook_attempts_message_idx on webhook_attempts (message_id, id);
