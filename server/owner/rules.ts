import { maskVin } from "#contract/owner/vin.ts";
import type { OwnerState } from "#contract/owner/owner.ts";
import type { OwnerApplicationDetailRow } from "./store.ts";

/** Applications that one person may send within a day. */
export const MAX_APPLICATIONS_PER_DAY = 5;
/** Retention of the licence's picture after the decision, ms. */
export const PICTURE_RETENTION = 7 * 86_400_000;
/** Shortest interval between requests to the reviewer that a visit of the page triggers, ms. */
export const MIN_REVIEW_INTERVAL = 3_000;

/** Delay until the next request to the reviewer, ms: doubles from five seconds to ten minutes. */
export const reviewRetryDelay = (tries: number): number =>
  Math.min(600_000, 5_000 * 2 ** Math.min(tries, 20));

const names = { 1: "review", 2: "accepted", 3: "declined" } as const;

/** Builds the owner state of a person from the applications, newest first. */
export function ownerStateOf(
  isOwner: boolean,
  applications: readonly OwnerApplicationDetailRow[],
  pictureUrl: string | null,
): OwnerState {
  const [newest] = applications;
  const car = ({ vin, series_code, series_name }: OwnerApplicationDetailRow) => ({
    vin: maskVin(vin),
    seriesCode: series_code,
    seriesName: series_name,
  });
  return {
    isOwner,
    application: newest
      ? {
          applicationId: newest.application_id,
          status: names[newest.status],
          reason: newest.reason,
          ...car(newest),
          pictureUrl,
          createdTime: newest.created_time.toISOString(),
          decidedTime: newest.decided_time?.toISOString() ?? null,
        }
      : null,
    cars: applications
      .filter(({ status }) => status === 2)
      .map((one) => ({ ...car(one), verifiedTime: (one.decided_time ?? one.created_time).toISOString() })),
  };
}
