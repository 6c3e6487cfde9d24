-- A recovery that a recovery code began without the password waits; the same code continues it afterwards.
set local lock_timeout = '100ms';

alter table recovery_requests add column code_hash bytea check (octet_length(code_hash) = 32);
