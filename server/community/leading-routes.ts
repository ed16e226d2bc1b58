import { Refusal } from "#contract/errors.ts";
import { appointManager, changeGroupCover, editGroup, handOverGroup } from "#contract/community-leading.ts";
import type { AuditEntry } from "../database/audit.ts";
import type { Caller } from "../http/caller.ts";
import type { Calls, Handler } from "../http/calls.ts";
import type { Club } from "./club.ts";
import { noGroup } from "./group-routes.ts";
import { leadingStore, type Led } from "./leading-store.ts";
import { words } from "./words.ts";

/** One line, or several, without what would disturb them. */
const plain = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, " ")
    .trim();

type Leading = ReturnType<typeof leadingStore>;

/** Does something while the caller leads the group, with its line in the audit log. @throws Refusal */
const leader = (club: Club) =>
  async function lead(
    caller: Caller,
    groupId: string,
    entry: Pick<AuditEntry, "action" | "about" | "outcome">,
    run: (store: Leading) => Promise<Led | void>,
    pace: "lead" | "article" = "lead",
  ): Promise<{ memberId: string; led: Led | void }> {
    const memberId = await club.actor(caller);
    await club.mustBePaced(memberId, pace);
    const led = await club.leading(caller, entry, async (db) => {
      const store = leadingStore(db);
      const leads = await store.leads(groupId, memberId);
      if (leads === null) throw noGroup();
      if (!leads) throw new Refusal("forbidden");
      const led = await run(store);
      if (led === "notMember") throw new Refusal("flowBranch", { remark: words.notInGroup });
      if (led === "isLeader") throw new Refusal("flowBranch", { remark: words.leadsAlready });
      return led;
    });
    return { memberId, led };
  };
const group = (groupId: string) => ({ kind: "club-group", id: groupId });
const member = (groupId: string, userId: string) => ({ kind: "club-member", id: `${groupId}/${userId}` });

/** What only the leader of a group does (requirements P12, P23). */
export function leadingRoutes(calls: Calls, club: Club): void {
  const lead = leader(club);
  calls.on(editGroup, async ({ groupId, ...written }, caller) => {
    const kept = { intro: plain(written.intro).replaceAll("\n", " "), rules: plain(written.rules) };
    if (kept.intro === "") throw new Refusal("invalid", { fields: { intro: words.empty } });
    for (const field of ["intro", "rules"] as const)
      if (club.hasBadWord(kept[field])) throw new Refusal("invalid", { fields: { [field]: words.badWord } });
    const entry = { action: "club.edit", about: group(groupId), outcome: "text" } as const;
    // For everybody to read: no more often than an article is written.
    await lead(caller, groupId, entry, (store) => store.edit(groupId, kept, club.time()), "article");
    return kept;
  });

  calls.on(changeGroupCover, async ({ groupId }, caller) => {
    const memberId = await club.actor(caller);
    const standing = await club.groups.standing(groupId, memberId);
    if (standing?.status !== 2 || standing.role !== 2) {
      if ((await club.groups.one(groupId, memberId, club.midnight())) === null) throw noGroup();
      throw new Refusal("forbidden");
    }
    if (caller.picture === null) throw new Refusal("unsupportedType");
    await club.mustBePaced(memberId, "cover");
    // Before the lock: reading a picture takes as long as its sender does.
    const { url: coverUrl } = await club.doors.pictures.show(caller.picture, "club");
    const entry = { action: "club.edit", about: group(groupId), outcome: "cover" } as const;
    await lead(caller, groupId, entry, (store) => store.setCover(groupId, coverUrl, club.time()));
    return { coverUrl };
  });

  const appoint: Handler<typeof appointManager> = async ({ groupId, userId, manages }, caller) => {
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
