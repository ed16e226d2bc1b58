-- Authors correct their articles.
alter table club_article
  add column edited_time timestamptz,
  -- Counts up with each edit; whoever edits names the one that they have seen
  add column revision int not null default 0,
  -- Of the last edit: sent again, it is still one
  add column edit_key text,
  add column edit_hash text;
-- What visitors were shown of it is no longer what it says.
create trigger club_article_edited after update of revision on club_article
  for each statement execute function tell_club();
