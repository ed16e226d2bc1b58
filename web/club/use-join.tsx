import { Suspense, useState, useSyncExternalStore, type ReactNode } from "react";
import { useRevalidator } from "react-router";
import type { Group, Standing } from "#contract/community-shapes.ts";
import { raise, toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { session } from "../platform/login/session.ts";
import { refusalOf } from "../ui/failure.ts";
import { useFocusKept } from "../platform/focus-kept.ts";
import { joinGroup, leave, loadIdentity, mayJoin } from "./api.ts";
import { expire, standings } from "./club-state.ts";
import { part } from "./part.ts";
import type { GroupStanding } from "./standings.ts";
import { words } from "./words.ts";

const { Part: NotOwnerDialog, whenReady: whenTold } = part(() => import("./not-owner-dialog.tsx"));
const { Part: ReasonSheet, whenReady: whenAsked } = part(() => import("./reason-sheet.tsx"));

/** Logs in first where nobody is; a login that expired meanwhile is renewed once. @returns null: given up */
async function asPerson<T>(work: () => Promise<T>): Promise<T | null> {
  if (session.user() === null && !(await raise("login", { reason: "plain" }))) return null;
  try {
    return await work();
  } catch (error) {
    const { status } = refusalOf(error) ?? {};
    if (status !== 401 && status !== 611) throw error;
    session.clear();
    return (await raise("login", { reason: "expired" })) ? await work() : null;
  }
}

type Hindrance = { readonly kind: "notOwner" } | { readonly kind: "told"; readonly text: string };
/** What stands in the way before anything is filled in. */
async function hindrance({ groupId, seriesCodes }: Group): Promise<Hindrance | "none"> {
  const [identity, room] = await Promise.all([loadIdentity(send), mayJoin(send, groupId)]);
  if (room.blocked) return { kind: "told", text: words.join.blocked(room.reason) };
  if (!identity.verifiedOwner) return { kind: "notOwner" };
  if (seriesCodes.length > 0 && !seriesCodes.some((code) => identity.seriesCodes.includes(code)))
    return { kind: "told", text: words.join.otherSeries };
  if (room.canJoin) return "none";
  const isFull = room.members >= room.places;
  return { kind: "told", text: isFull ? words.join.full : words.join.tooMany(room.groupsMost) };
}

const isSame = (one: GroupStanding, other: GroupStanding): boolean =>
  one.standing === other.standing && one.members === other.members;

export type Joining = {
  readonly standing: Standing;
  readonly members: number;
  readonly isBusy: boolean;
  readonly join: () => void;
  readonly leave: () => void;
  /** Stands where the button stands: dialogs. */
  readonly dialogs: ReactNode;
};

/**
 * Joins and leaves a group (requirements P05, P06, P09, P13, P14, P23).
 * @param next where the keyboard goes on, where the button pressed gives way to another
 */
export function useJoin(group: Group, next: () => HTMLElement | null | undefined = () => null): Joining {
  const { groupId, joinMode } = group;
  const { standing, members } = useSyncExternalStore<GroupStanding>(
    standings.subscribe,
    // What says the same as the page is the page's own, and is not drawn again.
    () => {
      const known = standings.read(groupId);
      return known === null || isSame(known, group) ? group : known;
    },
    () => group,
  );
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<"notOwner" | "reason" | null>(null);
  const kept = useFocusKept(next);
  const took = (now: { standing: Standing; members: number }) => {
    standings.set(groupId, now);
    kept();
    expire();
    void revalidate();
  };
  const apply = async (reason: string): Promise<void> => {
    const next = await asPerson(() => joinGroup(send, groupId, reason));
    if (next === null) return;
    setAsked(null);
    took(next);
    toast(next.standing === "review" ? words.join.sent : words.join.done(group.name));
  };
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      if (refusal.refusal === "notOwner") whenTold(() => setAsked("notOwner"));
      else toast(refusal.message);
    } finally {
      setBusy(false);
    }
  };
  const begin = () =>
    run(async () => {
      const found = await asPerson(() => hindrance(group));
      if (found === null) return;
      if (found !== "none" && found.kind === "notOwner") return whenTold(() => setAsked("notOwner"));
      if (found !== "none") {
        const { cannot } = words.join;
        setBusy(false);
        await raise("dialog", { title: cannot, text: found.text, confirm: words.understood });
        return;
      }
      if (joinMode === "approval") whenAsked(() => setAsked("reason"));
      else await apply("");
    });
  const goAway = async () => {
    const { title, text, confirm, cancel } =
      standing === "review" ? words.join.giveUp : words.join.leave(group.name, joinMode);
    if (await raise("dialog", { title, text, confirm, cancel }))
      await run(async () => took(await leave(send, groupId)));
  };
  return {
    standing,
    members,
    isBusy,
    join: () => void begin(),
    leave: () => void goAway(),
    dialogs: (
      <Suspense>
        {asked === "notOwner" && <NotOwnerDialog groupId={groupId} onClose={() => setAsked(null)} />}
        {asked === "reason" && (
          <ReasonSheet
            title={words.join.apply(group.name)}
            label={words.join.reason}
            hint={words.join.reasonHint}
            send={words.join.send}
            isBusy={isBusy}
            onSend={(reason) => void run(() => apply(reason))}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    ),
  };
}
