-- Accounts from before the triggers of 0040.
insert into account_search (account_id, key) select distinct account_id, key from account_search_keys
on conflict do nothing;
