-- Keys of distributed tables have the distribution column. Ids of sign-ups and events are unique in the whole installation
-- by the leased numbers of the processes that create them, session ids by 122 random bits, and ticket numbers are looked
-- for within an activity.
alter table schedule_change drop constraint schedule_change_pkey, add primary key (change_id, activity_id);
alter table signup drop constraint signup_signup_id_key, add unique (signup_id, activity_id);
alter table signup drop constraint signup_ticket_code_key, add unique (ticket_code, activity_id);
alter table signup_cancelled drop constraint signup_cancelled_pkey, add primary key (signup_id, activity_id);
alter table signup_event drop constraint signup_event_pkey, add primary key (event_id, activity_id);
alter table signup_picture drop constraint signup_picture_pkey, add primary key (signup_id, picture_id, activity_id);
alter table waitlist drop constraint waitlist_signup_id_key, add unique (signup_id, activity_id);
alter table waitlist drop constraint waitlist_ticket_code_key, add unique (ticket_code, activity_id);
drop index user_session_id;
create unique index user_session_id on user_session (session_id, token_hash);

-- In place of the triggers of migration 0091.
alter table signup add foreign key (user_id) references app_user, add foreign key (activity_id) references activity;

-- Tables of the coordinator cannot refer to a distributed one. The product never deletes an activity, and reads it before it
-- writes one of these.
alter table benefit drop constraint benefit_activity_id_fkey;
alter table blocks_version drop constraint blocks_version_activity_id_fkey;
alter table check_in_link drop constraint check_in_link_activity_id_fkey;
alter table club_article drop constraint club_article_activity_id_fkey;
alter table compose_link drop constraint compose_link_activity_id_fkey;
alter table contest drop constraint contest_activity_id_fkey;
alter table flow_process drop constraint flow_process_activity_id_fkey;
alter table guest_note drop constraint guest_note_activity_id_fkey;
alter table koc_program drop constraint koc_program_activity_id_fkey;
alter table lead drop constraint lead_activity_id_fkey;
alter table lead_link drop constraint lead_link_activity_id_fkey;
alter table page_plan drop constraint page_plan_activity_id_fkey;
alter table preview_link drop constraint preview_link_activity_id_fkey;
alter table questions_saved drop constraint questions_saved_activity_id_fkey;
alter table sealed_code drop constraint sealed_code_activity_id_fkey;
alter table share_help drop constraint share_help_activity_id_fkey;
alter table share_link drop constraint share_link_activity_id_fkey;
