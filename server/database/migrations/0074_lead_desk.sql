-- What the dealer's staff note about a lead they called: reached, missed or declined.
alter table lead add column contact_result text;
-- As they named themselves; sealed.
alter table lead add column contacted_by text;
alter table lead add column contacted_time timestamptz;

-- Links for the dealer's staff; the token stands in the link alone.
create table lead_link (
  link_id text primary key,
  token_hash text not null unique,
  activity_id text not null references activity (activity_id),
  -- null: all of the activity's
  dealer_id text references organisation (organisation_id),
  created_time timestamptz not null,
  expires_time timestamptz not null,
  revoked_time timestamptz
);
create index lead_link_activity on lead_link (activity_id, created_time);

-- Who was shown a lead's whole number. Goes with the lead.
create table lead_reveal (
  reveal_id text primary key,
  lead_id text not null references lead (lead_id) on delete cascade,
  link_id text not null references lead_link (link_id),
  -- As they named themselves; sealed.
  revealed_by text not null,
  revealed_time timestamptz not null
);
create index lead_reveal_lead on lead_reveal (lead_id, revealed_time desc);
create index lead_reveal_link on lead_reveal (link_id, revealed_time);
