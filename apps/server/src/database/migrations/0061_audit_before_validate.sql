-- Reads the table without keeping others from writing, so that attaching it needs no scan.
alter table audit_events validate constraint audit_events_before_bound;
alter table audit_events validate constraint audit_events_commitment_hash_check;
