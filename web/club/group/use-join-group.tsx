import { Suspense, useState, useSyncExternalStore, type ReactNode } from "react";
import { useRevalidator } from "react-router";
import type { Group, MembershipStatus } from "#contract/club/shapes.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { currentSession } from "../../platform/session/session.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { useFocusFallback } from "../../platform/browser/use-focus-fallback.ts";
import { joinGroup, leave, loadIdentity, loadJoinObstacles } from "./api.ts";
import { expireScreens, memberships } from "../club-state.ts";
import { lazyOverlay } from "../shared/lazy-overlay.ts";
import type { Membership } from "./memberships.ts";
import { groupMessages } from "./messages.ts";

const { Component: NotOwnerDialog, whenLoaded: whenNotOwnerLoaded } = lazyOverlay(
  () => import("./not-owner-dialog.tsx"),
);
const { Component: ReasonSheet, whenLoaded: whenReasonLoaded } = lazyOverlay(
  () => import("../shared/reason-sheet.tsx"),
);

/** Runs an action after a login; retries it once after an expired login. @returns null if the person cancels the login */
async function withLogin<T>(action: () => Promise<T>): Promise<T | null> {
  if (currentSession.user() === null && !(await raiseChallenge("login", { reason: "plain" }))) return null;
  try {
    return await action();
  } catch (error) {
    const { status } = asRefusal(error) ?? {};
    if (status !== 401 && status !== 611) throw error;
    currentSession.clear();
    return (await raiseChallenge("login", { reason: "expired" })) ? await action() : null;
  }
}

type JoinObstacle = { readonly kind: "notOwner" } | { readonly kind: "other"; readonly text: string };
/** Finds a reason for which the server would refuse, before the person fills anything in. */
async function findJoinObstacle({ groupId, seriesCodes }: Group): Promise<JoinObstacle | "none"> {
  const [identity, room] = await Promise.all([loadIdentity(send), loadJoinObstacles(send, groupId)]);
  if (room.blocked) return { kind: "other", text: groupMessages.join.blocked(room.reason) };
  if (!identity.verifiedOwner) return { kind: "notOwner" };
  if (seriesCodes.length > 0 && !seriesCodes.some((code) => identity.seriesCodes.includes(code)))
    return { kind: "other", text: groupMessages.join.otherSeries };
  if (room.canJoin) return "none";
  const isFull = room.members >= room.places;
  return {
    kind: "other",
    text: isFull ? groupMessages.join.full : groupMessages.join.tooMany(room.groupsMost),
  };
}

const isSame = (one: Membership, other: Membership): boolean =>
  one.standing === other.standing && one.members === other.members;

export type JoinGroupState = {
  readonly standing: MembershipStatus;
  readonly members: number;
  readonly isBusy: boolean;
  readonly join: () => void;
  readonly leave: () => void;
  /** Dialogs, to be rendered beside the button. */
  readonly dialogs: ReactNode;
};

/**
 * Joins and leaves a group (requirements P05, P06, P09, P13, P14, P23).
 * @param focusFallback element that gets the focus when another button replaces the pressed one
 */
export function useJoinGroup(
  group: Group,
  focusFallback: () => HTMLElement | null | undefined = () => null,
): JoinGroupState {
  const { groupId, joinMode } = group;
  const { standing, members } = useSyncExternalStore<Membership>(
    memberships.subscribe,
    // An equal state returns the page's own object, so that nothing is rendered again.
    () => {
      const known = memberships.read(groupId);
      return known === null || isSame(known, group) ? group : known;
    },
    () => group,
  );
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [dialog, setDialog] = useState<"notOwner" | "reason" | null>(null);
  const restoreFocus = useFocusFallback(focusFallback);
  const update = (membership: Membership) => {
    memberships.set(groupId, membership);
    restoreFocus();
    expireScreens();
    void revalidate();
  };
  const apply = async (reason: string): Promise<void> => {
    const membership = await withLogin(() => joinGroup(send, groupId, reason));
    if (membership === null) return;
    setDialog(null);
    update(membership);
    const isReview = membership.standing === "review";
    showToast(isReview ? groupMessages.join.sent : groupMessages.join.done(group.name));
  };
  const run = async (action: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await action();
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      if (refusal.refusal === "notOwner") whenNotOwnerLoaded(() => setDialog("notOwner"));
      else showToast(refusal.message);
    } finally {
      setBusy(false);
    }
  };
  const startJoining = () =>
    run(async () => {
      const obstacle = await withLogin(() => findJoinObstacle(group));
      if (obstacle === null) return;
      if (obstacle !== "none" && obstacle.kind === "notOwner")
        return whenNotOwnerLoaded(() => setDialog("notOwner"));
      if (obstacle !== "none") {
        const { cannot: title } = groupMessages.join;
        setBusy(false);
        await raiseChallenge("dialog", { title, text: obstacle.text, confirm: groupMessages.understood });
        return;
      }
      if (joinMode === "approval") whenReasonLoaded(() => setDialog("reason"));
      else await apply("");
    });
  const startLeaving = async () => {
    const { title, text, confirm, cancel } =
      standing === "review" ? groupMessages.join.giveUp : groupMessages.join.leave(group.name, joinMode);
    if (await raiseChallenge("dialog", { title, text, confirm, cancel }))
      await run(async () => update(await leave(send, groupId)));
  };
  return {
    standing,
    members,
    isBusy,
    join: () => void startJoining(),
    leave: () => void startLeaving(),
    dialogs: (
      <Suspense>
        {dialog === "notOwner" && <NotOwnerDialog groupId={groupId} onClose={() => setDialog(null)} />}
        {dialog === "reason" && (
          <ReasonSheet
            title={groupMessages.join.apply(group.name)}
            label={groupMessages.join.reason}
            hint={groupMessages.join.reasonHint}
            send={groupMessages.join.send}
            isBusy={isBusy}
            onSend={(reason) => void run(() => apply(reason))}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    ),
  };
}
