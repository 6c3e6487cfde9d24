-- What a client may ask for. Clients from before this column keep asking for everything.
alter table clients add column scopes text[] not null
  default '{openid,profile,email,phone,vid,broker,offline_access}';
