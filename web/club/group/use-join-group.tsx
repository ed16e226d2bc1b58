import { Suspense, useState, useSyncExternalStore, type ReactNode } from "react";
import { useRevalidator } from "react-router";
import type { Group, MembershipStatus } from "#contract/club/shapes.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { currentSession } from "../../platform/session/session.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { useFocusFallback } from "../../platform/browser/use-focus-fallback.ts";
import { joinGroup, leave, loadIdentity, loadJoinObstacles } from "../api.ts";
import { expireScreens, memberships } from "../club-state.ts";
import { lazyOverlay } from "../shared/lazy-overlay.ts";
import type { Membership } from "./memberships.ts";
import { clubMessages } from "../messages.ts";

const { Part: NotOwnerDialog, whenReady: whenTold } = lazyOverlay(() => import("./not-owner-dialog.tsx"));
const { Part: ReasonSheet, whenReady: whenAsked } = lazyOverlay(() => import("../shared/reason-sheet.tsx"));

/** Logs in first where nobody is; a login that expired meanwhile is renewed once. @returns null: given up */
async function withLogin<T>(work: () => Promise<T>): Promise<T | null> {
  if (currentSession.user() === null && !(await raiseChallenge("login", { reason: "plain" }))) return null;
  try {
    return await work();
  } catch (error) {
    const { status } = asRefusal(error) ?? {};
    if (status !== 401 && status !== 611) throw error;
    currentSession.clear();
    return (await raiseChallenge("login", { reason: "expired" })) ? await work() : null;
  }
}

type JoinObstacle = { readonly kind: "notOwner" } | { readonly kind: "told"; readonly text: string };
/** What stands in the way before anything is filled in. */
async function findJoinObstacle({ groupId, seriesCodes }: Group): Promise<JoinObstacle | "none"> {
  const [identity, room] = await Promise.all([loadIdentity(send), loadJoinObstacles(send, groupId)]);
  if (room.blocked) return { kind: "told", text: clubMessages.join.blocked(room.reason) };
  if (!identity.verifiedOwner) return { kind: "notOwner" };
  if (seriesCodes.length > 0 && !seriesCodes.some((code) => identity.seriesCodes.includes(code)))
    return { kind: "told", text: clubMessages.join.otherSeries };
  if (room.canJoin) return "none";
  const isFull = room.members >= room.places;
  return { kind: "told", text: isFull ? clubMessages.join.full : clubMessages.join.tooMany(room.groupsMost) };
}

const isSame = (one: Membership, other: Membership): boolean =>
  one.standing === other.standing && one.members === other.members;

export type JoinGroupState = {
  readonly standing: MembershipStatus;
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
export function useJoinGroup(
  group: Group,
  next: () => HTMLElement | null | undefined = () => null,
): JoinGroupState {
  const { groupId, joinMode } = group;
  const { standing, members } = useSyncExternalStore<Membership>(
    memberships.subscribe,
    // What says the same as the page is the page's own, and is not drawn again.
    () => {
      const known = memberships.read(groupId);
      return known === null || isSame(known, group) ? group : known;
    },
    () => group,
  );
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<"notOwner" | "reason" | null>(null);
  const kept = useFocusFallback(next);
  const took = (now: { standing: MembershipStatus; members: number }) => {
    memberships.set(groupId, now);
    kept();
    expireScreens();
    void revalidate();
  };
  const apply = async (reason: string): Promise<void> => {
    const next = await withLogin(() => joinGroup(send, groupId, reason));
    if (next === null) return;
    setAsked(null);
    took(next);
    showToast(next.standing === "review" ? clubMessages.join.sent : clubMessages.join.done(group.name));
  };
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      if (refusal.refusal === "notOwner") whenTold(() => setAsked("notOwner"));
      else showToast(refusal.message);
    } finally {
      setBusy(false);
    }
  };
  const begin = () =>
    run(async () => {
      const found = await withLogin(() => findJoinObstacle(group));
      if (found === null) return;
      if (found !== "none" && found.kind === "notOwner") return whenTold(() => setAsked("notOwner"));
      if (found !== "none") {
        const { cannot } = clubMessages.join;
        setBusy(false);
        await raiseChallenge("dialog", { title: cannot, text: found.text, confirm: clubMessages.understood });
        return;
      }
      if (joinMode === "approval") whenAsked(() => setAsked("reason"));
      else await apply("");
    });
  const goAway = async () => {
    const { title, text, confirm, cancel } =
      standing === "review" ? clubMessages.join.giveUp : clubMessages.join.leave(group.name, joinMode);
    if (await raiseChallenge("dialog", { title, text, confirm, cancel }))
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
            title={clubMessages.join.apply(group.name)}
            label={clubMessages.join.reason}
            hint={clubMessages.join.reasonHint}
            send={clubMessages.join.send}
            isBusy={isBusy}
            onSend={(reason) => void run(() => apply(reason))}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    ),
  };
}
