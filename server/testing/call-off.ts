import { callOff } from "../catalogue/index.ts";
import { aCommand } from "../database/audit.ts";
import type { TestApp } from "./app.ts";

/** Calls an activity off, as an operator's command does. */
export const callOffNow = ({ kit }: TestApp, activityId: string, reason = "因暴雨天气") =>
  callOff(kit.db, activityId, reason, { by: aCommand, now: new Date(kit.clock.now()) });
