import * as z from "zod/mini";
import { timestamp } from "../core/fields.ts";

/**
 * Cancellation of an activity (docs/catalogue.md). Calls about such an activity, its programme, coupons and
 * invitations return 404 to people without a sign-up, with the reason in the message and `{calledOff}` as
 * data.
 */
export const cancellation = z.object({
  /** Time of the cancellation. */
  time: timestamp,
  /** Reason as guests read it: 1 to 60 characters. */
  reason: z.string(),
});
export type Cancellation = z.output<typeof cancellation>;

/** Remark of refused calls about a cancelled activity. */
export const cancellationRemark = (reason: string): string => `活动已取消：${reason}`;
