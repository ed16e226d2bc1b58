import { trimmed } from "#contract/core/text.ts";
import { Refusal } from "#contract/core/errors.ts";
import { appointManager, changeGroupCover, editGroup, handOverGroup } from "#contract/club/group-leader.ts";
import type { AuditEntry } from "../../database/shared-tables/audit-log.ts";
import { requireUser, type Caller } from "../../http/pipeline/caller.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import type { ClubContext } from "../club-context.ts";
import { groupNotFound, refuseWithRemark, requireStillOwner } from "../refusals.ts";
import { leaderStore, type LeaderActionResult } from "./leader-store.ts";
import { clubMessages } from "../messages.ts";

/** Removes control characters and direction overrides, except line breaks; "" if nothing visible is left. */
const plainText = (text: string): string =>
  trimmed(text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, " "));

type LeaderStore = ReturnType<typeof leaderStore>;

/** Runs an action with the group locked, and writes it to the audit log. @throws Refusal unless the caller leads the group */
const leaderAction = (club: ClubContext) =>
  async function runAsLeader(
    caller: Caller,
    groupId: string,
    entry: Pick<AuditEntry, "action" | "about" | "outcome">,
    run: (store: LeaderStore) => Promise<LeaderActionResult | void>,
    rateLimit: "lead" | "article" = "lead",
  ): Promise<{ memberId: string; result: LeaderActionResult | void }> {
    const memberId = await club.actor(caller);
    await club.enforceRateLimit(memberId, rateLimit);
    const result = await club.withCallerAudit(caller, entry, async (db) => {
      const store = leaderStore(db);
      const leads = await store.lockAndCheckLeader(groupId, memberId);
      if (leads === null) throw groupNotFound();
      if (!leads) throw new Refusal("forbidden");
      // A leader whose verification has ended hands the group over.
      if (entry.action !== "club.hand-over") requireStillOwner(caller);
      const done = await run(store);
      if (done === "notMember") throw refuseWithRemark(clubMessages.notInGroup);
      if (done === "isLeader") throw refuseWithRemark(clubMessages.alreadyLeader);
      return done;
    });
    return { memberId, result };
  };
const group = (groupId: string) => ({ kind: "club-group", id: groupId });
const member = (groupId: string, userId: string) => ({ kind: "club-member", id: `${groupId}/${userId}` });

/** Actions that only the leader of a group may do (requirements P12, P23). */
export function leaderRoutes(calls: RpcRouter, club: ClubContext): void {
  const runAsLeader = leaderAction(club);
  calls.on(editGroup, async ({ groupId, ...written }, caller) => {
    const texts = { intro: plainText(written.intro).replaceAll("\n", " "), rules: plainText(written.rules) };
    if (texts.intro === "") throw new Refusal("invalid", { fields: { intro: clubMessages.empty } });
    for (const field of ["intro", "rules"] as const)
      if (await club.words.has(texts[field]))
        throw new Refusal("invalid", { fields: { [field]: clubMessages.forbiddenWord } });
    const entry = { action: "club.edit", about: group(groupId), outcome: "text" } as const;
    // Counts towards the limit of articles, because these texts are as public as an article.
    await runAsLeader(
      caller,
      groupId,
      entry,
      (store) => store.updateTexts(groupId, texts, club.time()),
      "article",
    );
    return texts;
  });

  calls.on(changeGroupCover, async ({ groupId }, caller) => {
    const memberId = await club.actor(caller);
    const membership = await club.groups.findMembership(groupId, memberId);
    if (membership?.status !== 2 || membership.role !== 2) {
      if ((await club.groups.find(groupId, memberId, club.midnight())) === null) throw groupNotFound();
      throw new Refusal("forbidden");
    }
    requireStillOwner(caller);
    if (caller.picture === null) throw new Refusal("unsupportedType");
    await club.enforceRateLimit(memberId, "cover");
    // Stores the picture before the group is locked, because an upload may be slow.
    const { url: coverUrl } = await club.ports.pictures.putPublic(caller.picture, "club", {
      account: requireUser(caller).userId,
      network: club.networkOf(caller),
    });
    const entry = { action: "club.edit", about: group(groupId), outcome: "cover" } as const;
    await runAsLeader(caller, groupId, entry, (store) => store.setCover(groupId, coverUrl, club.time()));
    return { coverUrl };
  });

  const appoint: CallHandler<typeof appointManager> = async ({ groupId, userId, manages }, caller) => {
    const outcome = manages ? "appointed" : "dismissed";
    const entry = { action: "club.appoint", about: member(groupId, userId), outcome } as const;
    const { memberId: actor, result } = await runAsLeader(caller, groupId, entry, (store) =>
      store.appoint(groupId, userId, manages ? 1 : 0),
    );
    if (result === "done") await club.notify([{ kind: "join", to: userId, actor, groupId, outcome }]);
    return { role: manages ? "manager" : "member" };
  };
  calls.on(appointManager, appoint);

  calls.on(handOverGroup, async ({ groupId, userId }, caller) => {
    const entry = { action: "club.hand-over", about: member(groupId, userId), outcome: "done" } as const;
    const { memberId: actor } = await runAsLeader(caller, groupId, entry, (store) =>
      store.handOver(groupId, userId),
    );
    await club.notify([{ kind: "join", to: userId, actor, groupId, outcome: "leads" }]);
    return null;
  });
}
