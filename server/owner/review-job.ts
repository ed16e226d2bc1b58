import type { AppContext } from "../core/app-context.ts";
import type { OwnerPorts } from "./ports.ts";
import type { OwnerReviewer } from "./review-client.ts";
import { MIN_REVIEW_INTERVAL, PICTURE_RETENTION, reviewRetryDelay } from "./rules.ts";
import { ownerStore, type OwnerApplicationRow, type OwnerStore } from "./store.ts";
import { ownerMessages } from "./messages.ts";

/** Asks the reviewer about applications, and carries out what it says. */
export function createReviewJob(
  context: AppContext,
  store: OwnerStore,
  ports: OwnerPorts,
  reviewer: OwnerReviewer,
) {
  const { clock, log } = context;

  /** Made an owner once accepted; done again after a crash in between, since it stays due until then. */
  async function settle({ application_id, mobile }: OwnerApplicationRow): Promise<void> {
    await store.settle(application_id, async (db) =>
      ports.setOwner(db, mobile, await ownerStore(db).seriesOf(mobile)),
    );
  }
  async function ask(row: OwnerApplicationRow): Promise<void> {
    if (row.status === 2) return settle(row);
    const url = row.picture_id === null ? null : await ports.pictureUrl(row.picture_id);
    const verdict = await reviewer({
      applicationId: row.application_id,
      vin: row.vin,
      seriesCode: row.series_code,
      mobile: row.mobile,
      pictureUrl: url === null ? null : context.origin() + url,
      createdTime: row.created_time.toISOString(),
    });
    const now = new Date(clock.now());
    if (verdict.status === "review")
      return store.postpone(row.application_id, clock.now(), reviewRetryDelay(row.tries));
    if (verdict.status === "declined")
      return store.decline(row.application_id, verdict.reason || ownerMessages.declined, now);
    if (await store.accept(row.application_id, now)) return settle(row);
    return store.decline(row.application_id, ownerMessages.takenCar, now);
  }
  /** All at once, so that none waits for another's answer until its lease is over. */
  async function askAll(rows: readonly OwnerApplicationRow[]): Promise<void> {
    await Promise.all(
      rows.map(async (row) => {
        try {
          await ask(row);
        } catch (error) {
          log.warn({ err: error, applicationId: row.application_id, tries: row.tries }, "a review failed");
          await store.postpone(row.application_id, clock.now(), reviewRetryDelay(row.tries));
        }
      }),
    );
  }
  return {
    /** What is due of everybody. */
    run: async (): Promise<void> => askAll(await store.takeUp(clock.now())),
    /** What is due of one person, and what was last asked some seconds ago. */
    async runFor(userId: string): Promise<void> {
      const now = clock.now();
      await askAll(await store.takeUp(now, { userId, askedBefore: now - MIN_REVIEW_INTERVAL }));
    },
    /** Pictures of what was decided long enough ago are given up. */
    async forget(): Promise<void> {
      for (const pictureId of await store.forgetPictures(new Date(clock.now() - PICTURE_RETENTION)))
        await ports.releasePicture(pictureId);
    },
  };
}
