-- Every call of a signed-in person reads sessions and accounts and, for most people, nothing else: what the answer
-- needs of everybody stands in those two. The former column stays, for the release before this one.

alter table accounts add column must_change_password boolean not null default false;
update accounts a set must_change_password = true
from password_credentials p where p.account_id = a.id and p.must_change;
