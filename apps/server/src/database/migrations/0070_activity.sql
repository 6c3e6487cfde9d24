-- What happened in each hour, so that the dashboard does not read the audit log. A job counts it (`admin/dashboard`).
create table activity_hours (
  hour timestamptz not null,
  name text not null,
  count integer not null check (count >= 0),
  counted_at timestamptz not null default now(),
  primary key (hour, name)
);

-- Sign-ins to each application, by the days of Viet Nam.
create table application_sign_ins (
  application_id text not null references applications (id) on delete cascade,
  day date not null,
  count integer not null check (count > 0),
  primary key (application_id, day)
);
create index application_sign_ins_day_idx on application_sign_ins (day);

-- Counts the codes that were exchanged, when their rows are deleted: each is deleted once, by the purge or by the end of
-- its grant, and the sign-in itself does no more work. Sorted, so that two that delete cannot deadlock.
create function count_application_sign_ins() returns trigger language plpgsql as $$
begin
  insert into application_sign_ins as s (application_id, day, count)
  select c.application_id, (o.consumed_at at time zone 'Asia/Ho_Chi_Minh')::date, count(*)
  from old_codes o join clients c on c.id = o.client_id
  where o.consumed_at is not null
  group by 1, 2 order by 1, 2
  on conflict (application_id, day) do update set count = s.count + excluded.count;
  return null;
end $$;

create trigger oidc_authorization_codes_counted after delete on oidc_authorization_codes
  referencing old table as old_codes for each statement execute function count_application_sign_ins();
create trigger oidc_device_codes_counted after delete on oidc_device_codes
  referencing old table as old_codes for each statement execute function count_application_sign_ins();
