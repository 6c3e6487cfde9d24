-- How the person proved the account (RFC 8176), for OpenID Connect. It follows from the method only as long as every
-- method proves one fixed thing.

alter table sessions add column amr text[] not null default '{}';
update sessions set amr = case method when 'password' then array['pwd'] else array['otp', 'sms'] end;

-- The release before this one writes sessions without amr. Can be dropped in the release after this one.
create function fill_session_amr() returns trigger language plpgsql as $$
begin
  new.amr := case new.method when 'password' then array['pwd'] else array['otp', 'sms'] end;
  return new;
end $$;
create trigger sessions_fill_amr before insert on sessions
  for each row when (new.amr = '{}') execute function fill_session_amr();
