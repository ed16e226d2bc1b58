-- A lead belongs to the person who left it: a second person with the same number gets a lead of their own. mobile_key
-- identifies number and person from now on, number_key the number alone; leads of before have the number in mobile_key.
alter table lead add column number_key text;
create index lead_number on lead (activity_id, (coalesce(number_key, mobile_key)));
create unique index lead_of_person on lead (activity_id, user_id, (coalesce(number_key, mobile_key)));
