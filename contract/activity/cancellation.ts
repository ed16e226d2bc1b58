import * as z from "zod/mini";
import { moment } from "../core/fields.ts";

/**
 * That an activity does not take place after all (docs/catalogue.md). Whatever is asked of such an activity by who has
 * nothing of it, its programme, coupons and invitations too, is answered 404 with the reason in its message and
 * `{calledOff}` as its data.
 */
export const cancellation = z.object({
  /** When that was said. */
  time: moment,
  /** Why, as guests read it: 1 to 60 characters. */
  reason: z.string(),
});
export type Cancellation = z.output<typeof cancellation>;

/** How whatever somebody wants of it is refused. */
export const cancellationRemark = (reason: string): string => `活动已取消：${reason}`;
