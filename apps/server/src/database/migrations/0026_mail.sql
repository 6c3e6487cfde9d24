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
create index mail_messages_open_idx on mail_messages (created_at) where status = 'pending';
create index mail_messages_expires_idx on mail_messages (expires_at);
