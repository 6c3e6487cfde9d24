-- Tell only a person who is still responsible for the webhook that it fails: of an application, one of its managers;
-- of the association, an administrator.
create or replace function webhook_owner(endpoint webhook_endpoints) returns text language sql stable as $$
  select coalesce(
    case when endpoint.application_id is null
      then (select a.id from accounts a where a.id = endpoint.owner_id and a.role = 'admin' and a.status = 'active')
      else (select g.account_id from application_managers g
        join accounts a on a.id = g.account_id and a.status = 'active'
        where g.application_id = endpoint.application_id and g.account_id = endpoint.owner_id)
    end,
    (select p.owner_id from applications p
      join accounts a on a.id = p.owner_id and a.status = 'active'
      where p.id = endpoint.application_id),
    (select g.account_id from application_managers g
      join accounts a on a.id = g.account_id and a.status = 'active'
      where g.application_id = endpoint.application_id
      order by g.created_at, g.account_id limit 1),
    (select a.id from accounts a
      where endpoint.application_id is null and a.role = 'admin' and a.status = 'active'
      order by a.created_at, a.id limit 1))
$$;
