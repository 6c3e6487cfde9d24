-- The index takes SHARE on accounts and the constraint ACCESS EXCLUSIVE: a wait of 0.1 s ends the attempt, and the start
-- tries again.
set local lock_timeout = '100ms';

-- Who signed up by a member's invitation, newest first. Replaces the index on the inviter alone, whose lookups it serves.
create index if not exists accounts_invited_idx on accounts (referred_by, created_at desc, id desc)
  where referred_by is not null;
drop index if exists accounts_referred_by_idx;

-- An account is created with its inviter, which must exist, and none changes its inviter. So invitations form no cycle;
-- the shortest one would be an account that names itself. No earlier release could write one, so the present rows are
-- not read.
alter table accounts add constraint accounts_not_own_inviter check (referred_by <> id) not valid;
