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
