-- Codes that nobody used are deleted some time after their end, with the guests' names (server/invitation).
create index sealed_code_unused on sealed_code (expires_time) where user_id is null;
