-- SMS codes by requester. A code belongs to the browser or app that requested it, so that nobody else can use up its tries
-- or replace it. sms_code stays for the release before.
create table sms_request (
  request_id text primary key,
  mobile_key text not null,
  scene text not null,
  -- Keyed hashes of the device token, the device cookie and the user of the request.
  requester_keys text[] not null,
  -- Keyed hash of the network, for a client that presented neither token nor cookie; null: it presented one.
  network_key text,
  salt text not null,
  -- Empty: an external provider sent the code, and only the tries are counted here.
  code_hash text not null,
  tries integer not null,
  -- Tries of clients that are recognised by their network alone.
  network_tries integer not null,
  spent boolean not null,
  sent_time timestamptz not null,
  expires_time timestamptz not null
);
create index sms_request_mobile on sms_request (mobile_key, scene, sent_time desc);
create index sms_request_expires on sms_request (expires_time);

-- Devices on which the holder of a mobile or an account has logged in. They keep an allowance of text messages and password
-- tries of their own, which others cannot use up.
create table verified_device (
  holder_key text not null,
  device_key text not null,
  used_time timestamptz not null,
  primary key (holder_key, device_key)
);
create index verified_device_used on verified_device (used_time);
