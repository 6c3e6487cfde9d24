-- The last sign-ons of each client, step by step, for the managers of its application. Steps hold no secrets, codes,
-- tokens or personal data. Deleted with the client, because another application may register its id later.
create table client_attempts (
  id bigint generated always as identity primary key,
  client_id text not null references clients (id) on delete cascade,
  protocol text not null check (protocol in ('openid', 'community', 'machine')),
  -- Hashes by which later requests find the attempt they continue.
  links text[] not null,
  steps jsonb not null,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index client_attempts_client_idx on client_attempts (client_id, id);
create index client_attempts_expires_idx on client_attempts (expires_at);
