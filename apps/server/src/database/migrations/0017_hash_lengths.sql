-- A hash is SHA-256 or HMAC-SHA-256, 32 bytes. A pooler that changed the session between statements once made the driver
-- store the text of a hash instead, and every later comparison failed silently.
--
-- New rows are checked from here on, and those of the previous release pass. `not valid` does not read the table. Each
-- lock is ACCESS EXCLUSIVE and held until the commit, also while the next table's is awaited. Therefore the busiest tables
-- come last, and a wait of 0.1 s ends the attempt, which releases all locks; the start tries again. A deadlock with a
-- transaction that locks in another order ends in the same way. 0017_hash_lengths_validate.sql checks the present rows.

set local lock_timeout = '100ms';

alter table oidc_client_credentials
  add constraint oidc_client_credentials_id_hash_length check (octet_length(id_hash) = 32) not valid;
alter table oidc_device_codes
  add constraint oidc_device_codes_id_hash_length check (octet_length(id_hash) = 32) not valid;
alter table oidc_pushed_requests
  add constraint oidc_pushed_requests_id_hash_length check (octet_length(id_hash) = 32) not valid;
alter table sso_transactions
  add constraint sso_transactions_pre_session_hash_length check (octet_length(pre_session_hash) = 32) not valid;
alter table oidc_interactions
  add constraint oidc_interactions_id_hash_length check (octet_length(id_hash) = 32) not valid;
alter table oidc_replays
  add constraint oidc_replays_id_hash_length check (octet_length(id_hash) = 32) not valid;
alter table captchas
  add constraint captchas_answer_hash_length check (octet_length(answer_hash) = 32) not valid,
  add constraint captchas_pre_session_hash_length check (octet_length(pre_session_hash) = 32) not valid;
alter table spent_challenges
  add constraint spent_challenges_signature_hash_length check (octet_length(signature_hash) = 32) not valid;
alter table captcha_tokens
  add constraint captcha_tokens_token_hash_length check (octet_length(token_hash) = 32) not valid,
  add constraint captcha_tokens_pre_session_hash_length check (octet_length(pre_session_hash) = 32) not valid;
alter table otp_requests
  add constraint otp_requests_pre_session_hash_length check (octet_length(pre_session_hash) = 32) not valid,
  add constraint otp_requests_code_hash_length check (octet_length(code_hash) = 32) not valid;
alter table otp_tokens
  add constraint otp_tokens_token_hash_length check (octet_length(token_hash) = 32) not valid,
  add constraint otp_tokens_pre_session_hash_length check (octet_length(pre_session_hash) = 32) not valid,
  add constraint otp_tokens_request_hash_length check (octet_length(request_hash) = 32) not valid;
alter table sign_in_steps
  add constraint sign_in_steps_pre_session_hash_length check (octet_length(pre_session_hash) = 32) not valid;
alter table password_throttles
  add constraint password_throttles_phone_hash_length check (octet_length(phone_hash) = 32) not valid;
alter table password_failures
  add constraint password_failures_phone_hash_length check (octet_length(phone_hash) = 32) not valid;
alter table oidc_authorization_codes
  add constraint oidc_authorization_codes_id_hash_length check (octet_length(id_hash) = 32) not valid;
alter table oidc_refresh_tokens
  add constraint oidc_refresh_tokens_id_hash_length check (octet_length(id_hash) = 32) not valid;
alter table oidc_access_tokens
  add constraint oidc_access_tokens_id_hash_length check (octet_length(id_hash) = 32) not valid;
alter table oidc_grants
  add constraint oidc_grants_id_hash_length check (octet_length(id_hash) = 32) not valid;
alter table client_secrets
  add constraint client_secrets_secret_hash_length check (octet_length(secret_hash) = 32) not valid;
alter table sessions
  add constraint sessions_token_hash_length check (octet_length(token_hash) = 32) not valid;
