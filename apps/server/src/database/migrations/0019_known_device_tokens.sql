-- Captchas are counted for each known device, which is looked up by its token alone.
create index if not exists known_devices_token_hash_idx on known_devices (token_hash);
