-- The search of administrators: every text by which an account can be found, folded to lower case without diacritics.
-- A search reads one range of the primary key, because it looks for the beginning of a text.

create function fold_text(input text) returns text language sql immutable strict parallel safe
return replace(regexp_replace(normalize(lower(input), NFD), U&'[\0300-\036F]', '', 'g'), 'đ', 'd');

create table account_search (
  key text collate "C" not null check (octet_length(key) <= 600),
  account_id text not null references accounts (id) on delete cascade,
  primary key (key, account_id)
);
create index account_search_account_idx on account_search (account_id, key);

-- A name is found by the beginning of each of its words, a number with and without the country code.
create view account_search_keys as
with names as (
  select a.id, regexp_split_to_array(trim(fold_text(n.name)), '\s+') as words from accounts a
  left join enterprises e on e.account_id = a.id, lateral (values (a.name), (e.name), (e.short_name)) n (name)
  where n.name is not null
)
select id as account_id, left(key, 100) as key from (
  select id, array_to_string(words[word:], ' ') as key from names, generate_subscripts(words, 1) word where word <= 16
  union all select id, phone from accounts where phone like '+%'
  union all select id, '0' || substr(phone, 4) from accounts where phone like '+84%'
  union all select id, lower(email) from accounts where email is not null
  union all select id, lower(referral_code) from accounts
  union all select id, lower(id) from accounts
  union all select account_id, tax_code from enterprises where tax_code is not null
) texts where key <> '';

create function refresh_account_search() returns trigger language plpgsql as $$
declare
  changed text := case tg_table_name when 'accounts' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'account_id' end;
begin
  delete from account_search s where s.account_id = changed
    and not exists (select from account_search_keys k where k.account_id = changed and k.key = s.key);
  insert into account_search (account_id, key)
    select distinct account_id, key from account_search_keys where account_id = changed on conflict do nothing;
  return null;
end $$;

set local lock_timeout = '100ms';
create trigger refresh_account_search after insert or update of name, short_name, tax_code on enterprises
  for each row execute function refresh_account_search();
create trigger refresh_account_search after insert or update of name, phone, email, referral_code on accounts
  for each row execute function refresh_account_search();
