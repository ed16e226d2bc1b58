-- Operators see which links of staff are in use, and who made them. made_by is the operator's id of a link that was made
-- in the console; made_door is 'console', 'command', 'server', or the host of a staff link.
alter table check_in_link add column last_used_time timestamptz, add column made_by text, add column made_door text;
alter table compose_link add column last_used_time timestamptz, add column made_by text, add column made_door text;
alter table complaint_link add column last_used_time timestamptz, add column made_by text, add column made_door text;
alter table lead_link add column last_used_time timestamptz, add column made_by text, add column made_door text;
alter table preview_link add column last_used_time timestamptz, add column made_by text, add column made_door text;
update check_in_link l set made_door = e.host, made_by = case when e.host = 'console' then e.actor_id end
from audit_entry e where e.about_id = l.link_id and e.action = 'staff-link.make';
update compose_link l set made_door = e.host, made_by = case when e.host = 'console' then e.actor_id end
from audit_entry e where e.about_id = l.link_id and e.action = 'staff-link.make';
update complaint_link l set made_door = e.host, made_by = case when e.host = 'console' then e.actor_id end
from audit_entry e where e.about_id = l.link_id and e.action = 'staff-link.make';
update lead_link l set made_door = e.host, made_by = case when e.host = 'console' then e.actor_id end
from audit_entry e where e.about_id = l.link_id and e.action = 'staff-link.make';
update preview_link l set made_door = e.host, made_by = case when e.host = 'console' then e.actor_id end
from audit_entry e where e.about_id = l.link_id and e.action = 'staff-link.make';

-- Invitation codes are listed and revoked by an id of their own, since the code and its hash are shown nowhere.
alter table sealed_code
  add column invitation_id text,
  add column issued_by text,
  add column issued_door text,
  add column revoked_time timestamptz,
  add column revoked_by text;
update sealed_code set invitation_id = translate(substr(md5(code_hash), 1, 18), 'abcdef', '012345');
alter table sealed_code alter column invitation_id set not null;
create unique index sealed_code_invitation on sealed_code (invitation_id);
create index sealed_code_activity on sealed_code (activity_id, created_time);
