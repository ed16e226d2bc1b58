-- Decisions of operators about complaints and hidden content, each with what it changed, so that it can be taken back
-- and moderators have figures. Never deleted: an erasure takes the person out of them.
create table club_decision (
  decision_id text primary key,
  kind text not null check (kind in ('article', 'comment', 'member', 'group')),
  target_id text not null,
  -- Author, person or leader at that time; null: none, or erased
  member_id text references club_member (member_id),
  decision text not null check (decision in ('hide', 'remove', 'bar', 'reject', 'unbar', 'clear')),
  reason text,
  -- Days of a bar; 0: until it is lifted
  days int,
  -- Oldest complaint that it decided; null: none
  since_time timestamptz,
  decided_time timestamptz not null,
  -- null: by a complaint link
  operator_id text,
  -- Status and bar before and after
  before_state jsonb not null,
  after_state jsonb not null,
  -- Earlier decision that it changed
  changes text,
  ended_how text check (ended_how in ('undone', 'changed')),
  ended_by text,
  ended_time timestamptz
);
create index club_decision_target on club_decision (kind, target_id, decision_id);
create index club_decision_member on club_decision (member_id, decision_id);
create index club_decision_time on club_decision (decided_time);

-- Decision that settled a complaint, and the one that it changed.
alter table club_report add column decision_id text;
create index club_report_decision on club_report (decision_id) where decision_id is not null;
alter table club_report drop constraint club_report_decision_check;
alter table club_report add constraint club_report_decision_check
  check (decision in ('hide', 'remove', 'bar', 'reject', 'unbar', 'clear'));

-- null: until an operator lifts it.
alter table club_member add column barred_until timestamptz;
alter table club_member add column barred_reason text;
alter table club_member add column barred_by text;
create index club_member_barred on club_member (barred_time) where barred_time is not null;

-- When it was hidden; null: shown, or hidden by a version that did not record it.
alter table club_article add column hidden_time timestamptz;
alter table club_comment add column hidden_time timestamptz;
create function club_hidden_time() returns trigger language plpgsql as $$
begin
  new.hidden_time := case when new.status <> 2 then null when old.status = 2 then old.hidden_time else clock_timestamp() end;
  return new;
end;
$$;
create trigger club_article_hidden_time before update of status on club_article
  for each row execute function club_hidden_time();
create trigger club_comment_hidden_time before update of status on club_comment
  for each row execute function club_hidden_time();

-- Everything that a person has written, in any status, for their record.
create index club_article_author on club_article (member_id);
create index club_article_all_hidden on club_article (hidden_time) where status = 2;
create index club_comment_all_hidden on club_comment (hidden_time) where status = 2;

-- Counts up with each change of a group's own fields.
alter table club_group add column revision int not null default 0;
alter table club_group add column changed_by text;
alter table club_group add column changed_time timestamptz;
create function club_group_revision() returns trigger language plpgsql as $$
begin
  if (old.name, old.cover_url, old.intro, old.rules, old.city_code, old.series_codes, old.places, old.join_mode)
    is distinct from (new.name, new.cover_url, new.intro, new.rules, new.city_code, new.series_codes, new.places, new.join_mode) then
    new.revision := old.revision + 1;
    if new.changed_time is not distinct from old.changed_time then
      new.changed_time := clock_timestamp();
      new.changed_by := null;
    end if;
  end if;
  return new;
end;
$$;
create trigger club_group_revision
  before update of name, cover_url, intro, rules, city_code, series_codes, places, join_mode on club_group
  for each row execute function club_group_revision();

-- Words that nobody may write, beside those of CLUB_WORDS_FILE.
create table club_word (
  word text primary key,
  added_by text not null,
  added_time timestamptz not null
);
