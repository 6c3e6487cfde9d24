-- A challenge is signed instead of stored, so only its answer writes a row, which keeps it from being answered again.
-- The previous release still stores its challenges in passkey_challenges; a later migration drops that table.
create table spent_passkey_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  expires_at timestamptz not null
);
create index spent_passkey_challenges_expires_idx on spent_passkey_challenges (expires_at);
