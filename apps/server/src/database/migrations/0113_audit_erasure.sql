-- Only rows of an erased account may lose their personal data (ADR 30). Until now a row without an account could lose it
-- too, and so could a row of an account that exists.
set local lock_timeout = '100ms';

create or replace function guard_audit_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (
      select from audit_seals
      where kind = 'purge' and purged_month = date_trunc('month', old.at at time zone 'UTC')::date
        and old.kind = any(purged_kinds))
    then
      return old;
    end if;
    raise exception 'audit_events is append-only' using errcode = 'VA001';
  end if;
  -- A row of a release before 0062 gets its salt when it is sealed.
  if old.salt is null and old.commitment_hash is null and new.salt is not null
    and (to_jsonb(new) - 'salt') = (to_jsonb(old) - 'salt')
  then
    return new;
  end if;
  -- Erasure of an account. Statements that erase name neither the salt nor the commitment.
  if old.account_id is not null
    and (new.id, new.at, new.kind, new.account_id, new.actor_id)
      is not distinct from (old.id, old.at, old.kind, old.account_id, old.actor_id)
    and new.address = '' and new.request_id = '' and new.browser is null and new.system is null
    and new.details = '{}'
  then
    new.commitment_hash := coalesce(old.commitment_hash, audit_commitment(
      coalesce(old.salt, gen_random_uuid()), old.address, old.request_id, old.browser, old.system, old.details));
    new.salt := null;
    return new;
  end if;
  raise exception 'audit_events is append-only' using errcode = 'VA001';
end $$;

create function refuse_erasure_of_existing() returns trigger language plpgsql as $$
begin
  if exists (select from accounts where id = new.account_id) then
    raise exception 'audit_events is append-only' using errcode = 'VA001';
  end if;
  return null;
end $$;

-- Checked at the commit, because an erasure changes the account's rows before it deletes the account.
create constraint trigger audit_events_erased after update on audit_events
  deferrable initially deferred for each row when (new.commitment_hash is not null)
  execute function refuse_erasure_of_existing();
