-- How the person proved the account (RFC 8176), for OpenID Connect. It follows from the method only as long as every
-- method proves one fixed thing. Null in sessions that the release before this one writes or has written: reading fills
-- it in (`session-columns.ts`), because an update of every row would block all signed-in requests.

alter table sessions add column amr text[];
