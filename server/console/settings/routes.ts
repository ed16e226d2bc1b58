import { REVEALS_PER_DAY, REVEALS_PER_HOUR } from "#contract/console/person-shapes.ts";
import { ANSWER_WORKING_DAYS, COPY_HOURS } from "#contract/console/watch/rights-requests.ts";
import { listSettings, type ListedSetting } from "#contract/console/watch/settings.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { readWorkingCalendar, WORKING_DAY_END } from "../../lead/index.ts";
import { STEP_UP_LIFETIME } from "../login/session-opener.ts";

const MINUTE = 60_000;

/** Settings in minutes, fen, days, hours and numbers, as their names say. */
const settingsOf = ({ config }: Pick<AppContext, "config">): ListedSetting[] => [
  { name: "sessionIdle", value: config.consoleIdle / MINUTE, variable: "CONSOLE_IDLE_MINUTES" },
  { name: "sessionTotal", value: config.consoleSession / MINUTE, variable: "CONSOLE_SESSION_MINUTES" },
  { name: "stepUp", value: STEP_UP_LIFETIME / MINUTE, variable: null },
  { name: "refundSum", value: config.secondEyesFen, variable: "MALL_SECOND_EYES_FEN" },
  { name: "revealsPerHour", value: REVEALS_PER_HOUR, variable: null },
  { name: "revealsPerDay", value: REVEALS_PER_DAY, variable: null },
  { name: "leadEnd", value: WORKING_DAY_END, variable: null },
  { name: "answerDays", value: ANSWER_WORKING_DAYS, variable: null },
  { name: "copyHours", value: COPY_HOURS, variable: null },
  { name: "auditRetention", value: config.auditRetentionDays, variable: "AUDIT_RETENTION_DAYS" },
  { name: "eventRetention", value: config.trackingRetentionDays, variable: "TRACKING_RETENTION_DAYS" },
];

/** Registers the call of the page 设置. */
export function registerSettingCalls(context: AppContext, calls: OperatorRouter): void {
  calls.on(listSettings, async () => {
    const calendar = await readForOperator(context.db, readWorkingCalendar);
    return {
      settings: settingsOf(context),
      days: [...calendar].map(([day, isWorking]) => ({ day, isWorking })),
    };
  });
}
