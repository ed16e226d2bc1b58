import { Refusal } from "#contract/core/errors.ts";
import type { Session } from "#contract/session/session.ts";
import { newId } from "../core/ids.ts";
import type { Caller } from "../http/pipeline/caller.ts";
import type { AppContext } from "../core/app-context.ts";
import type { Sessions } from "../session/index.ts";
import type { WechatPerson } from "./rules.ts";
import type { WechatIdentityStore } from "./store.ts";
import { wechatMessages } from "./messages.ts";

/** Maximum number of attempts, because a concurrent merge may move the link before the session is opened. */
const ATTEMPTS = 3;

/**
 * Opens sessions for people of WeChat. A new person becomes a user without a mobile and stays the same user. Only
 * binding a mobile links WeChat to an existing account, by merging the two users
 * (server/session/merge-users-store.ts).
 */
export function createWechatLogin(
  { clock }: Pick<AppContext, "clock">,
  store: WechatIdentityStore,
  sessions: Pick<Sessions, "addUser" | "openFor" | "setProfile">,
): (person: WechatPerson, caller?: Caller) => Promise<Session> {
  const userOf = async (person: WechatPerson): Promise<string> => {
    const known = await store.findUser(person.openId);
    const { unionId, isVirtual } = person;
    const elsewhere =
      known === null && unionId !== null && !isVirtual && (await store.findUserByUnionId(unionId));
    await store.link(person, known ?? (elsewhere || newId()), new Date(clock.now()));
    // Reads the link again, because a concurrent first login may have created it.
    const linked = await store.findUser(person.openId);
    if (linked === null) throw new Error("WeChat account not linked to a user");
    return linked;
  };
  return async (person, caller) => {
    const { nickname, avatar } = person;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const userId = await userOf(person);
      if (nickname !== null) await sessions.setProfile(userId, { nickname, avatar });
      const opened = await sessions.openFor(userId, caller);
      if (opened) return opened;
      await sessions.addUser(userId, { nickname: nickname ?? wechatMessages.nickname, avatar });
    }
    throw new Refusal("unreachable");
  };
}
