-- What operators decide about complaints, and the links by which they may.
alter table club_report add column decision text check (decision in ('hide', 'bar', 'reject', 'unbar'));
-- As the operator named themselves
alter table club_report add column decided_by text;
create index club_report_open on club_report (kind, target_id) where settled_time is null;

-- May no longer write, join, like, follow or complain.
alter table club_member add column barred_time timestamptz;

create table complaint_link (
  link_id text primary key,
  token_hash text not null unique,
  created_time timestamptz not null,
  expires_time timestamptz not null,
  revoked_time timestamptz
);
