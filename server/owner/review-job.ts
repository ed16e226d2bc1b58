import type { AppContext } from "../core/app-context.ts";
import type { OwnerPorts } from "./ports.ts";
import { failureOf, type OwnerReviewer, type ReviewRequest } from "./review-client.ts";
import { MIN_REVIEW_INTERVAL, PICTURE_RETENTION, reviewRetryDelay } from "./rules.ts";
import { MOST_LEASED, ownerStore, type OwnerApplicationRow, type OwnerStore } from "./store.ts";
import { ownerMessages } from "./messages.ts";

/** The application as the reviewer reads it, with an address of its picture. */
async function requestOf(
  { origin }: Pick<AppContext, "origin">,
  ports: Pick<OwnerPorts, "pictureUrl">,
  row: OwnerApplicationRow,
): Promise<ReviewRequest> {
  const url = row.picture_id === null ? null : await ports.pictureUrl(row.picture_id);
  return {
    applicationId: row.application_id,
    vin: row.vin,
    seriesCode: row.series_code,
    mobile: row.mobile,
    pictureUrl: url === null ? null : origin() + url,
    createdTime: row.created_time.toISOString(),
  };
}

/** Leases and reviews applications until a lease is not full. */
async function whileFull(
  lease: () => Promise<OwnerApplicationRow[]>,
  review: (due: readonly OwnerApplicationRow[]) => Promise<void>,
): Promise<void> {
  for (let isMore = true; isMore;) {
    const due = await lease();
    await review(due);
    isMore = due.length === MOST_LEASED;
  }
}

/**
 * Sends due applications to the reviewer and applies its verdicts.
 * @param reviewer null: operators decide by hand, and nobody is asked
 */
export function createReviewJob(
  context: AppContext,
  store: OwnerStore,
  ports: OwnerPorts,
  reviewer: OwnerReviewer | null,
) {
  const { clock, log } = context;

  /** Makes the applicant an owner. An accepted application stays due until then, so that a crash cannot lose it. */
  async function completeAcceptance({ application_id, mobile }: OwnerApplicationRow): Promise<void> {
    await store.completeAcceptance(application_id, async (db) =>
      ports.setOwner(db, mobile, await ownerStore(db).seriesOf(mobile)),
    );
  }
  async function reviewOne(row: OwnerApplicationRow): Promise<void> {
    if (row.status === 2) return completeAcceptance(row);
    if (reviewer === null) return;
    const verdict = await reviewer(await requestOf(context, ports, row));
    const now = new Date(clock.now());
    await store.noteAnswer(row.application_id, verdict.status, null, now);
    if (verdict.status === "review")
      return store.postpone(row.application_id, clock.now(), reviewRetryDelay(row.tries));
    if (verdict.status === "declined")
      return void (await store.decline(row.application_id, verdict.reason || ownerMessages.declined, now));
    if (await store.accept(row.application_id, now)) return completeAcceptance(row);
    await store.decline(row.application_id, ownerMessages.takenCar, now);
  }
  /** Runs concurrently so that no lease ends while an application waits for the response to another. */
  async function reviewAll(rows: readonly OwnerApplicationRow[]): Promise<void> {
    await Promise.all(
      rows.map(async (row) => {
        try {
          await reviewOne(row);
        } catch (error) {
          log.warn(
            { err: error, applicationId: row.application_id, tries: row.tries },
            "owner review failed, retrying",
          );
          if (row.status === 1)
            await store.noteAnswer(row.application_id, "failed", failureOf(error), new Date(clock.now()));
          await store.postpone(row.application_id, clock.now(), reviewRetryDelay(row.tries));
        }
      }),
    );
  }
  return {
    /** Reviews all due applications. */
    run: () => whileFull(() => store.leaseDue(clock.now(), undefined, reviewer === null), reviewAll),
    /** Reviews one person's applications that are due or were last sent at least `MIN_REVIEW_INTERVAL` ago. */
    async runFor(userId: string): Promise<void> {
      const now = clock.now();
      const own = { userId, askedBefore: now - MIN_REVIEW_INTERVAL };
      await reviewAll(await store.leaseDue(now, own, reviewer === null));
    },
    /** Releases pictures of decided applications after their retention. */
    async releaseOldPictures(): Promise<void> {
      for (const pictureId of await store.detachPictures(new Date(clock.now() - PICTURE_RETENTION)))
        await ports.releasePicture(pictureId);
    },
  };
}
