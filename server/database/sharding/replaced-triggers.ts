import { sql, type RawBuilder } from "kysely";

/**
 * Triggers that a database prepared for sharding does not have (prepare.ts), by table. There, stores do their work, each in
 * a further statement of the same transaction; the last four are replaced by foreign keys.
 */
export const replacedTriggers = {
  activity_told: "activity",
  activity_seat_freed: "activity",
  activity_rescheduled: "activity",
  activity_figure: "activity",
  activity_figure_scope: "activity",
  activity_figure_known: "activity",
  activity_dealer_told: "activity_dealer",
  activity_session_told: "activity_session",
  activity_session_seat_freed: "activity_session",
  activity_session_rescheduled: "activity_session",
  activity_session_figure: "activity_session",
  flow_process_told: "flow_process",
  organisation_told: "organisation",
  organisation_figure_known: "organisation",
  organisation_figure_scope: "organisation",
  series_told: "series",
  signup_figure_removed: "signup",
  signup_figure_changed: "signup",
  signup_cancelled_figure: "signup_cancelled",
  user_session_ended: "user_session",
  user_session_moved: "user_session",
  app_user_changed: "app_user",
  club_member_follows_user: "app_user",
  club_member_leaves: "app_user",
  signup_belongs: "signup",
  signup_moved_belongs: "signup",
  app_user_has_no_sign_ups: "app_user",
  activity_has_no_sign_ups: "activity",
} as const;
export type ReplacedTrigger = keyof typeof replacedTriggers;

/**
 * SQL condition: the database has no such trigger, so that the statement with this condition does its work. The trigger
 * itself stays in other databases, because an earlier release that runs beside this one, or after it, depends on it.
 */
export const isWithoutTrigger = (name: ReplacedTrigger): RawBuilder<boolean> =>
  sql.raw(
    `not exists (select from pg_trigger where tgrelid = '${replacedTriggers[name]}'::regclass and tgname = '${name}')`,
  );
