-- What WeChat hands out for two hours is sealed from now on, and compared by a key of it. What stood in plain is asked for anew.
update wechat_credential set value = null, expires_time = null, lease = null, lease_until = null;
alter table wechat_credential add column value_key text;
