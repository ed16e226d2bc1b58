import { Refusal } from "#contract/core/errors.ts";
import { applyAsOwner, updateCarInfo, type OwnerState } from "#contract/owner/owner.ts";
import { ownerConsent } from "#contract/owner/consent.ts";
import { requireUser, type User } from "../http/pipeline/caller.ts";
import type { RpcRouter, CallHandler } from "../http/pipeline/rpc-router.ts";
import { newId } from "../core/ids.ts";
import type { AppContext } from "../core/app-context.ts";
import type { OwnerPorts } from "./ports.ts";
import type { createReviewJob } from "./review-job.ts";
import { MAX_APPLICATIONS_PER_DAY, ownerStateOf } from "./rules.ts";
import type { OwnerStore } from "./store.ts";
import { ownerMessages } from "./messages.ts";

type ReviewJob = ReturnType<typeof createReviewJob>;

/** @param review null: there is no reviewer, so applications are refused */
export function ownerRoutes(
  context: AppContext,
  calls: RpcRouter,
  store: OwnerStore,
  ports: OwnerPorts,
  review: ReviewJob | null,
): void {
  const stateOf = async (userId: string): Promise<OwnerState> => {
    const applications = await store.applicationsOf(userId);
    const pictureId = applications[0]?.picture_id ?? null;
    const url = pictureId === null ? null : await ports.pictureUrl(pictureId);
    return ownerStateOf(await store.isOwner(userId), applications, url);
  };
  calls.on(updateCarInfo, async (_args, caller) => {
    const { userId } = requireUser(caller);
    await review?.runFor(userId);
    return stateOf(userId);
  });

  /**
   * Requires that the user has no application under review for another car.
   * @returns "same" if this car is already under review
   * @throws Refusal "flowBranch" for another open application
   */
  async function requireNoOpenApplication({ userId }: User, vin: string): Promise<"free" | "same"> {
    const applications = await store.applicationsOf(userId);
    const [newest] = applications;
    if (newest?.status === 1) {
      if (newest.vin === vin) return "same";
      throw new Refusal("flowBranch", { remark: ownerMessages.underReview });
    }
    return "free";
  }
  const apply: CallHandler<typeof applyAsOwner> = async ({ vin, seriesCode, pictureId }, caller) => {
    const user = requireUser(caller);
    if (review === null) throw new Refusal("unreachable", { message: ownerMessages.noReviewer });
    if ((await requireNoOpenApplication(user, vin)) === "same") return stateOf(user.userId);
    const fields: Record<string, string> = {};
    const owner = await store.ownerOf(vin);
    if (owner !== null) fields["vin"] = owner === user.userId ? ownerMessages.ownCar : ownerMessages.takenCar;
    if (!(await store.hasSeries(seriesCode))) fields["seriesCode"] = ownerMessages.series;
    // Claims the picture last, since the claim has a side effect.
    const isValid = Object.keys(fields).length === 0;
    if (isValid && !(await ports.usePicture(pictureId, user.userId)))
      fields["pictureId"] = ownerMessages.picture;
    if (Object.keys(fields).length > 0) throw new Refusal("invalid", { fields });
    const outcome = await store.add(
      {
        application_id: newId(),
        user_id: user.userId,
        mobile: user.mobile ?? "",
        vin,
        series_code: seriesCode,
        picture_id: pictureId,
        consent_version: ownerConsent.version,
        created_time: new Date(context.clock.now()),
      },
      context.config.rateLimits ? MAX_APPLICATIONS_PER_DAY : null,
    );
    // A concurrent application was added first, so this picture is not needed.
    if (outcome !== "added") await ports.releasePicture(pictureId);
    if (outcome === "tooMany") throw new Refusal("tooMany", { message: ownerMessages.tooMany });
    return stateOf(user.userId);
  };
  calls.on(applyAsOwner, apply);
}
