-- Leads that stand: of an activity the newest first, and what is left of those whose activity is long over.
create index lead_standing on lead (activity_id, updated_time desc, lead_id desc) where withdrawn_time is null;
