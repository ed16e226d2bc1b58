import { Refusal } from "#contract/core/errors.ts";
import type { Session } from "#contract/session/session.ts";
import { newId } from "../core/ids.ts";
import type { Caller } from "../http/pipeline/caller.ts";
import type { AppContext } from "../core/app-context.ts";
import type { Sessions } from "../session/index.ts";
import type { WechatPerson } from "./rules.ts";
import type { WechatIdentityStore } from "./store.ts";
import { wechatMessages } from "./messages.ts";

/** A link can be moved between reading it and using it; more often than this it is not. */
const TRIES = 3;

/**
 * A session for a person of WeChat. Who comes for the first time becomes a user of ours without a
 * mobile; the same person is the same user ever after, and the person of the mobile that they bind
 * (server/session/merge-users-store.ts). Nothing but a binding links WeChat to somebody who was there before.
 */
export function createWechatLogin(
  { clock }: Pick<AppContext, "clock">,
  store: WechatIdentityStore,
  sessions: Pick<Sessions, "addUser" | "openFor" | "setProfile">,
): (person: WechatPerson, caller?: Caller) => Promise<Session> {
  const userOf = async (person: WechatPerson): Promise<string> => {
    const known = await store.userOf(person.openId);
    const { unionId, isVirtual } = person;
    const elsewhere = known === null && unionId !== null && !isVirtual && (await store.userOfUnion(unionId));
    await store.link(person, known ?? (elsewhere || newId()), new Date(clock.now()));
    // Of two first logins at once one has made the link: both read whose it is.
    const linked = await store.userOf(person.openId);
    if (linked === null) throw new Error("a person of WeChat could not be linked");
    return linked;
  };
  return async (person, caller) => {
    const { nickname, avatar } = person;
    for (let tries = 0; tries < TRIES; tries++) {
      const userId = await userOf(person);
      if (nickname !== null) await sessions.setProfile(userId, { nickname, avatar });
      const opened = await sessions.openFor(userId, caller);
      if (opened) return opened;
      await sessions.addUser(userId, { nickname: nickname ?? wechatMessages.nickname, avatar });
    }
    throw new Refusal("unreachable");
  };
}
