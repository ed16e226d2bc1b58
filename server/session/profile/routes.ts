import { avatarDrawingUrl } from "#contract/session/avatar-drawings.ts";
import type { ParsedArgsOf } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { changeProfile, profileChangesPerDay } from "#contract/session/profile.ts";
import type { AppContext } from "../../core/app-context.ts";
import { limitCounter } from "../../database/shared-tables/limit-count.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { sessionMessages } from "../messages.ts";
import type { ProfilePorts } from "../ports.ts";
import { userInfoOf } from "../rules.ts";
import { ownNickname } from "./rules.ts";
import { changeOwnProfile, type OwnAvatar } from "./store.ts";

const changeLimit = { most: profileChangesPerDay, window: 86_400_000 };
type Chosen = NonNullable<ParsedArgsOf<typeof changeProfile>["avatar"]>;

/** Registers the call by which people change their nickname and picture (requirement I08). */
export function profileRoutes(
  { db, clock, config }: Pick<AppContext, "db" | "clock" | "config">,
  calls: RpcRouter,
  ports: ProfilePorts,
): void {
  const limits = limitCounter(db);

  /** @throws Refusal "invalid" with the field `avatar` if the upload is not the user's, or deleted */
  async function avatarOf(chosen: Chosen, userId: string): Promise<NonNullable<OwnAvatar>> {
    if ("drawing" in chosen) return { url: avatarDrawingUrl(chosen.drawing), pictureId: null };
    const { pictureId } = chosen;
    const isClaimed = await ports.pictures.claim(pictureId, userId);
    const url = isClaimed ? await ports.pictures.lastingUrlOf(pictureId) : null;
    if (url === null) throw new Refusal("invalid", { fields: { avatar: sessionMessages.pictureExpired } });
    return { url, pictureId };
  }

  calls.on(changeProfile, async ({ nickname: typed, avatar: chosen }, caller) => {
    const { userId } = requireUser(caller);
    await ports.refuseBarred(userId);
    const nickname = typeof typed === "string" ? await ownNickname(typed, ports.hasForbiddenWord) : typed;
    const retryAfterSeconds = config.rateLimits
      ? await limits.take(`profile ${userId}`, changeLimit, clock.now())
      : 0;
    if (retryAfterSeconds > 0)
      throw new Refusal("tooMany", { message: sessionMessages.tooManyChanges, retryAfterSeconds });
    const avatar = chosen ? await avatarOf(chosen, userId) : chosen;
    const change = { ...(nickname !== undefined && { nickname }), ...(avatar !== undefined && { avatar }) };
    const changed = await changeOwnProfile(db, userId, change, new Date(clock.now()));
    if (!changed) throw new Refusal("unauthenticated");
    const { user, formerPicture } = changed;
    if (formerPicture !== null && formerPicture !== user.avatar_picture)
      await ports.pictures.release(formerPicture);
    return userInfoOf(user, clock.now());
  });
}
