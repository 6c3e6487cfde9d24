-- Each lock is held until the commit. A wait of 0.1 s ends the attempt, and the start tries again.
set local lock_timeout = '100ms';

-- The last id of legal_versions that the account has agreed to: 0 for the built-in versions, to which every sign-up has
-- agreed, and -1 for none.
alter table accounts add column agreed_legal integer not null default 0;

-- The last id that required agreement when the session began. The account must agree first if it has agreed to less.
-- -1, which no account is below, for sessions of the previous release.
alter table sessions add column legal_required integer not null default -1;
