import { Refusal } from "#contract/core/errors.ts";
import { appointManager, changeGroupCover, editGroup, handOverGroup } from "#contract/club/group-leader.ts";
import type { AuditEntry } from "../../database/shared-tables/audit-log.ts";
import type { Caller } from "../../http/pipeline/caller.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import type { ClubContext } from "../club-context.ts";
import { groupNotFound } from "./routes.ts";
import { leaderStore, type LeaderActionResult } from "./leader-store.ts";
import { clubMessages } from "../messages.ts";

/** One line, or several, without what would disturb them. */
const plain = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, " ")
    .trim();

type Leading = ReturnType<typeof leaderStore>;

/** Does something while the caller leads the group, with its line in the audit log. @throws Refusal */
const leaderAction = (club: ClubContext) =>
  async function lead(
    caller: Caller,
    groupId: string,
    entry: Pick<AuditEntry, "action" | "about" | "outcome">,
    run: (store: Leading) => Promise<LeaderActionResult | void>,
    pace: "lead" | "article" = "lead",
  ): Promise<{ memberId: string; led: LeaderActionResult | void }> {
    const memberId = await club.actor(caller);
    await club.mustBePaced(memberId, pace);
    const led = await club.leading(caller, entry, async (db) => {
      const store = leaderStore(db);
      const leads = await store.leads(groupId, memberId);
      if (leads === null) throw groupNotFound();
      if (!leads) throw new Refusal("forbidden");
      const led = await run(store);
      if (led === "notMember") throw new Refusal("flowBranch", { remark: clubMessages.notInGroup });
      if (led === "isLeader") throw new Refusal("flowBranch", { remark: clubMessages.leadsAlready });
      return led;
    });
    return { memberId, led };
  };
const group = (groupId: string) => ({ kind: "club-group", id: groupId });
const member = (groupId: string, userId: string) => ({ kind: "club-member", id: `${groupId}/${userId}` });

/** What only the leader of a group does (requirements P12, P23). */
export function leaderRoutes(calls: RpcRouter, club: ClubContext): void {
  const lead = leaderAction(club);
  calls.on(editGroup, async ({ groupId, ...written }, caller) => {
    const kept = { intro: plain(written.intro).replaceAll("\n", " "), rules: plain(written.rules) };
    if (kept.intro === "") throw new Refusal("invalid", { fields: { intro: clubMessages.empty } });
    for (const field of ["intro", "rules"] as const)
      if (club.hasBadWord(kept[field]))
        throw new Refusal("invalid", { fields: { [field]: clubMessages.badWord } });
    const entry = { action: "club.edit", about: group(groupId), outcome: "text" } as const;
    // For everybody to read: no more often than an article is written.
    await lead(caller, groupId, entry, (store) => store.edit(groupId, kept, club.time()), "article");
    return kept;
  });

  calls.on(changeGroupCover, async ({ groupId }, caller) => {
    const memberId = await club.actor(caller);
    const standing = await club.groups.standing(groupId, memberId);
    if (standing?.status !== 2 || standing.role !== 2) {
      if ((await club.groups.one(groupId, memberId, club.midnight())) === null) throw groupNotFound();
      throw new Refusal("forbidden");
    }
    if (caller.picture === null) throw new Refusal("unsupportedType");
    await club.mustBePaced(memberId, "cover");
    // Before the lock: reading a picture takes as long as its sender does.
    const { url: coverUrl } = await club.ports.pictures.putPublic(caller.picture, "club");
    const entry = { action: "club.edit", about: group(groupId), outcome: "cover" } as const;
    await lead(caller, groupId, entry, (store) => store.setCover(groupId, coverUrl, club.time()));
    return { coverUrl };
  });

  const appoint: CallHandler<typeof appointManager> = async ({ groupId, userId, manages }, caller) => {
    const outcome = manages ? "appointed" : "dismissed";
    const entry = { action: "club.appoint", about: member(groupId, userId), outcome } as const;
    const { memberId: actor, led } = await lead(caller, groupId, entry, (store) =>
      store.appoint(groupId, userId, manages ? 1 : 0),
    );
    if (led === "done") await club.tell([{ kind: "join", to: userId, actor, groupId, outcome }]);
    return { role: manages ? "manager" : "member" };
  };
  calls.on(appointManager, appoint);

  calls.on(handOverGroup, async ({ groupId, userId }, caller) => {
    const entry = { action: "club.hand-over", about: member(groupId, userId), outcome: "done" } as const;
    const { memberId: actor } = await lead(caller, groupId, entry, (store) =>
      store.handOver(groupId, userId),
    );
    await club.tell([{ kind: "join", to: userId, actor, groupId, outcome: "leads" }]);
    return null;
  });
}
