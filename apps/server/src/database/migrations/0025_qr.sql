-- A sign-in that one screen starts and a member's phone approves. The id is public, because the QR code holds it. The
-- screen that started it is known by its pre-session and by a separate secret: a planted pre-session is not enough.
create table qr_requests (
  id text primary key,
  poll_hash bytea not null check (octet_length(poll_hash) = 32),
  pre_session_hash bytea not null check (octet_length(pre_session_hash) = 32),
  user_agent text not null,
  address text not null,
  -- The screen shows `number`; the phone shows all three.
  number smallint not null,
  decoy_one smallint not null,
  decoy_two smallint not null,
  status text not null default 'pending' check (status in ('pending', 'scanned', 'approved', 'denied', 'used')),
  -- The member who scanned it first. Only this member can approve or deny it.
  account_id text references accounts (id) on delete cascade,
  -- What the approving session had proved.
  amr text[],
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index qr_requests_expires_idx on qr_requests (expires_at);
create index qr_requests_account_idx on qr_requests (account_id);
