-- Members exported as XLSX. `archive` is what a process needs to continue the file. The previous release knows no XLSX,
-- and writes no archive: the second check refuses its parts.
set local lock_timeout = '100ms';

alter table member_exports add column archive jsonb,
  drop constraint member_exports_format_check,
  add constraint member_exports_format_check check (format in ('csv', 'jsonl', 'xlsx')) not valid,
  add constraint member_exports_archive_check
    check (format <> 'xlsx' or status <> 'running' or parts = 0 or archive is not null) not valid;
