import type { Kit } from "../kit.ts";
import type { OwnerDoors } from "./doors.ts";
import type { Reviewer } from "./reviewer.ts";
import { ASKED_AGAIN_AFTER, KEPT_AFTER, waitAfter } from "./rules.ts";
import { ownerStore, type ApplicationRow, type OwnerStore } from "./store.ts";
import { words } from "./words.ts";

/** Asks the reviewer about applications, and carries out what it says. */
export function createReview(kit: Kit, store: OwnerStore, doors: OwnerDoors, reviewer: Reviewer) {
  const { clock, log } = kit;

  /** Made an owner once accepted; done again after a crash in between, since it stays due until then. */
  async function settle({ application_id, mobile }: ApplicationRow): Promise<void> {
    await store.settle(application_id, async (db) =>
      doors.setOwner(db, mobile, await ownerStore(db).seriesOf(mobile)),
    );
  }
  async function ask(row: ApplicationRow): Promise<void> {
    if (row.status === 2) return settle(row);
    const url = row.picture_id === null ? null : await doors.pictureUrl(row.picture_id);
    const verdict = await reviewer({
      applicationId: row.application_id,
      vin: row.vin,
      seriesCode: row.series_code,
      mobile: row.mobile,
      pictureUrl: url === null ? null : kit.origin() + url,
      createdTime: row.created_time.toISOString(),
    });
    const now = new Date(clock.now());
    if (verdict.status === "review")
      return store.postpone(row.application_id, clock.now(), waitAfter(row.tries));
    if (verdict.status === "declined")
      return store.decline(row.application_id, verdict.reason || words.declined, now);
    if (await store.accept(row.application_id, now)) return settle(row);
    return store.decline(row.application_id, words.takenCar, now);
  }
  /** All at once, so that none waits for another's answer until its lease is over. */
  async function askAll(rows: readonly ApplicationRow[]): Promise<void> {
    await Promise.all(
      rows.map(async (row) => {
        try {
          await ask(row);
        } catch (error) {
          log.warn({ err: error, applicationId: row.application_id, tries: row.tries }, "a review failed");
          await store.postpone(row.application_id, clock.now(), waitAfter(row.tries));
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
      await askAll(await store.takeUp(now, { userId, askedBefore: now - ASKED_AGAIN_AFTER }));
    },
    /** Pictures of what was decided long enough ago are given up. */
    async forget(): Promise<void> {
      for (const pictureId of await store.forgetPictures(new Date(clock.now() - KEPT_AFTER)))
        await doors.releasePicture(pictureId);
    },
  };
}
