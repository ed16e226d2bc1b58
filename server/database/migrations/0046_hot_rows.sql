-- A pass is spent where it stands: with room on its page no index has to be told of it.
alter table captcha_pass set (fillfactor = 60);
-- Looked through every few minutes for what is over, and written to in the order of time.
drop index captcha_pass_expires;
create index captcha_pass_expires on captcha_pass using brin (expires_time);
drop index spent_nonce_expires;
create index spent_nonce_expires on spent_nonce using brin (expires_time);
