import type { StaffLinkKind } from "#contract/console/basics/links.ts";
import type { NewActivity } from "../server/activity/index.ts";
import type { InvitedSignUp } from "../server/invitation/index.ts";
import { featuredIds } from "./activity/featured.ts";
import { DAY } from "./calendar.ts";

/** Invitation codes and staff links, as they are made. */
export type DemoHandouts = {
  readonly invited: readonly InvitedSignUp[];
  /** Of the codes, ms. */
  readonly expires: number;
  readonly links: readonly {
    readonly kind: StaffLinkKind;
    readonly activityId: string | null;
    readonly dealerId: string | null;
    readonly sessionId: string | null;
    readonly days: number;
  }[];
};

const guestNames = "顾长庚 贺予安 汤晓东 易景行 白舒窈 龙志远 秦若曦 尹怀瑾".split(" ");

/** Codes for the guests of a drive, and links for people without an account. @param now ms */
export function demoHandouts(activities: readonly NewActivity[], now: number): DemoHandouts {
  const named = (name: string): NewActivity | undefined =>
    activities.find(({ activityId }) => activityId === featuredIds[name]);
  const [drive, coffee] = [named("dawnDrive"), named("morningCoffee")];
  const link = (kind: StaffLinkKind, activity: NewActivity | undefined, days: number) =>
    activity === undefined && kind !== "complaints"
      ? []
      : [{ kind, activityId: activity?.activityId ?? null, dealerId: null, sessionId: null, days }];
  return {
    invited:
      drive === undefined
        ? []
        : guestNames.map((name) => ({
            activityId: drive.activityId,
            name,
            seriesCode: null,
            dealerId: null,
            sessionId: null,
          })),
    expires: now + 14 * DAY,
    links: [
      ...link("check-in", drive, 30),
      ...link("check-in", coffee, 30),
      ...link("leads", drive, 5),
      ...link("preview", drive, 7),
      ...link("complaints", undefined, 30),
    ],
  };
}
