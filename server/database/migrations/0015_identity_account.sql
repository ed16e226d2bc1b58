-- Whose it is, so that everything of an account can be ended at once.
alter table oidc_payload add column account_id text;
-- What there is already. As text: a state in it may hold what json cannot be read with. Within a JSON
-- text's own strings a quotation mark has a backslash before it, so that nobody's words match.
update oidc_payload
set account_id = substring(payload from '"accountId":"([^"\\]+)"')
where model in ('Session', 'Grant', 'AccessToken', 'RefreshToken', 'AuthorizationCode');
create index oidc_payload_account on oidc_payload (account_id) where account_id is not null;
