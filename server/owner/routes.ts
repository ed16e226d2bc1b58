import { Refusal } from "#contract/errors.ts";
import { applyAsOwner, updateCarInfo, type OwnerState } from "#contract/owner.ts";
import { ownerConsent } from "#contract/owner-consent.ts";
import { userOf, type User } from "../http/caller.ts";
import type { Calls, Handler } from "../http/calls.ts";
import { newId } from "../ids.ts";
import type { Kit } from "../kit.ts";
import type { OwnerDoors } from "./doors.ts";
import type { createReview } from "./review.ts";
import { A_DAY, ownerStateOf } from "./rules.ts";
import type { OwnerStore } from "./store.ts";
import { words } from "./words.ts";

type Review = ReturnType<typeof createReview>;
const DAY = 86_400_000;

/** @param review null: nobody decides, so nobody may apply */
export function ownerRoutes(
  kit: Kit,
  calls: Calls,
  store: OwnerStore,
  doors: OwnerDoors,
  review: Review | null,
): void {
  const stateOf = async (userId: string): Promise<OwnerState> => {
    const applications = await store.of(userId);
    const pictureId = applications[0]?.picture_id ?? null;
    const url = pictureId === null ? null : await doors.pictureUrl(pictureId);
    return ownerStateOf(await store.isOwner(userId), applications, url);
  };
  calls.on(updateCarInfo, async (_args, caller) => {
    const { userId } = userOf(caller);
    await review?.runFor(userId);
    return stateOf(userId);
  });

  /** @throws Refusal "flowBranch" where another one stands in the way, "tooMany" */
  async function mustBeFree({ userId }: User, vin: string): Promise<"free" | "same"> {
    const applications = await store.of(userId);
    const [newest] = applications;
    if (newest?.status === 1) {
      if (newest.vin === vin) return "same";
      throw new Refusal("flowBranch", { remark: words.underReview });
    }
    const since = kit.clock.now() - DAY;
    const today = applications.filter(({ created_time }) => created_time.getTime() > since);
    if (kit.config.rateLimits && today.length >= A_DAY)
      throw new Refusal("tooMany", { message: words.tooMany });
    return "free";
  }
  const apply: Handler<typeof applyAsOwner> = async ({ vin, seriesCode, pictureId }, caller) => {
    const user = userOf(caller);
    if (review === null) throw new Refusal("unreachable", { message: words.noReviewer });
    if ((await mustBeFree(user, vin)) === "same") return stateOf(user.userId);
    const fields: Record<string, string> = {};
    const owner = await store.ownerOf(vin);
    if (owner !== null) fields["vin"] = owner === user.userId ? words.ownCar : words.takenCar;
    if (!(await store.hasSeries(seriesCode))) fields["seriesCode"] = words.series;
    // Last, since it says that the picture is used.
    const isWhole = Object.keys(fields).length === 0;
    if (isWhole && !(await doors.usePicture(pictureId, user.userId))) fields["pictureId"] = words.picture;
    if (Object.keys(fields).length > 0) throw new Refusal("invalid", { fields });
    const isAdded = await store.add({
      application_id: newId(),
      user_id: user.userId,
      mobile: user.mobile ?? "",
      vin,
      series_code: seriesCode,
      picture_id: pictureId,
      consent_version: ownerConsent.version,
      created_time: new Date(kit.clock.now()),
    });
    // Another one came first: the picture was taken for nothing.
    if (!isAdded) await doors.releasePicture(pictureId);
    return stateOf(user.userId);
  };
  calls.on(applyAsOwner, apply);
}
