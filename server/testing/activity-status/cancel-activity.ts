import { cancelActivity } from "../../catalogue/index.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import type { TestApp } from "../app.ts";

/** Cancels an activity, as the operator's command does. */
export const cancelActivityNow = ({ context }: TestApp, activityId: string, reason = "因暴雨天气") =>
  cancelActivity(context.db, activityId, reason, {
    by: commandLineActor,
    now: new Date(context.clock.now()),
  });
