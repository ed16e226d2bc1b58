-- What benefits and KOC programmes offer is shown from memory, too; how many are gone is no content (0037).
create trigger benefit_told after insert or delete or update of
  activity_id, position, name, summary, value, condition, stock, per_person, audience, from_time, to_time, valid_to,
  valid_days
  on benefit for each statement execute function tell_content();
create trigger koc_program_told after insert or delete or update of slogan, places, goal, from_time, to_time
  on koc_program for each statement execute function tell_content();
