-- The browser and system that made a change, as far as its user agent is known. Null in rows of the previous release.
set local lock_timeout = '100ms';
alter table audit_events add column browser text, add column system text;
