-- Deletes the rows whose hash has a wrong length. The validation in the next file would fail on them at every start. This
-- file comes after the constraints, so that the previous release cannot add more.
--
-- Each row is a secret or a counter and is found or compared by its hash, so no request can use a wrong one. Its session
-- never gave access, and its client secret was always rejected; `vid application secret-rotate` makes another one.
-- Accounts, consents, applications and clients have no such column.

delete from sessions where octet_length(token_hash) <> 32;
delete from captchas where octet_length(answer_hash) <> 32 or octet_length(pre_session_hash) <> 32;
delete from spent_challenges where octet_length(signature_hash) <> 32;
delete from captcha_tokens where octet_length(token_hash) <> 32 or octet_length(pre_session_hash) <> 32;
delete from otp_requests where octet_length(pre_session_hash) <> 32 or octet_length(code_hash) <> 32;
delete from otp_tokens where octet_length(token_hash) <> 32
  or octet_length(pre_session_hash) <> 32 or octet_length(request_hash) <> 32;
delete from password_throttles where octet_length(phone_hash) <> 32;
delete from password_failures where octet_length(phone_hash) <> 32;
delete from sign_in_steps where octet_length(pre_session_hash) <> 32;
delete from client_secrets where octet_length(secret_hash) <> 32;
delete from sso_transactions where octet_length(pre_session_hash) <> 32;
delete from oidc_authorization_codes where octet_length(id_hash) <> 32;
delete from oidc_access_tokens where octet_length(id_hash) <> 32;
delete from oidc_refresh_tokens where octet_length(id_hash) <> 32;
delete from oidc_client_credentials where octet_length(id_hash) <> 32;
delete from oidc_device_codes where octet_length(id_hash) <> 32;
delete from oidc_pushed_requests where octet_length(id_hash) <> 32;
delete from oidc_interactions where octet_length(id_hash) <> 32;
delete from oidc_replays where octet_length(id_hash) <> 32;
delete from oidc_grants where octet_length(id_hash) <> 32;
