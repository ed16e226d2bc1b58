-- Who has hidden it, the strictest of them: what operators or many complaints have hidden is not everybody's to show
-- again. null: it is shown, or was hidden by a version that did not say.
alter table club_article add column hidden_by text check (hidden_by in ('leaders', 'complaints', 'operators'));
alter table club_comment add column hidden_by text check (hidden_by in ('leaders', 'complaints', 'operators'));
-- Those who lead the group have shown it again since: it counts no more towards hiding. Operators decide it on.
alter table club_report add column cleared_time timestamptz;
-- A decision stays when whoever has complained erases their account: nobody's complaint.
alter table club_report alter column member_id drop not null;

update club_article a set hidden_by = case
    when (select r.decision in ('hide', 'bar') from club_report r where r.kind = 'article' and r.target_id = a.article_id
      and r.decision is not null order by r.report_id desc limit 1) then 'operators'
    when (select count(*) from club_report r where r.kind = 'article' and r.target_id = a.article_id
      and r.settled_time is null and r.reason <> 'review') >= 5 then 'complaints'
    else 'leaders' end
  where status = 2;
update club_comment c set hidden_by = case
    when (select r.decision in ('hide', 'bar') from club_report r where r.kind = 'comment' and r.target_id = c.comment_id
      and r.decision is not null order by r.report_id desc limit 1) then 'operators'
    when (select count(*) from club_report r where r.kind = 'comment' and r.target_id = c.comment_id
      and r.settled_time is null and r.reason <> 'review') >= 5 then 'complaints'
    else 'leaders' end
  where status = 2;
-- Wishes for a review that no operator has seen wait again, as long as there is something to review.
update club_report r set settled_time = null
  where r.reason = 'review' and r.decision is null and r.settled_time is not null
    and (exists (select from club_article a where r.kind = 'article' and a.article_id = r.target_id and a.status = 2)
      or exists (select from club_comment c where r.kind = 'comment' and c.comment_id = r.target_id and c.status = 2));
