import { maskVin } from "#contract/owner/vin.ts";
import type { OwnerState } from "#contract/owner/owner.ts";
import type { OwnerApplicationDetailRow } from "./store.ts";

/** Applications of a person within a day. */
export const MAX_APPLICATIONS_PER_DAY = 5;
/** How long the licence's picture is kept after the decision, ms. */
export const PICTURE_RETENTION = 7 * 86_400_000;
/** A person who looks at the page has the reviewer asked again, but not more often than this, ms. */
export const MIN_REVIEW_INTERVAL = 3_000;

/** From one asking to the next, ms: doubling from five seconds to ten minutes. */
export const reviewRetryDelay = (tries: number): number =>
  Math.min(600_000, 5_000 * 2 ** Math.min(tries, 20));

const names = { 1: "review", 2: "accepted", 3: "declined" } as const;

/** Where a person stands, by their applications, newest first. */
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
