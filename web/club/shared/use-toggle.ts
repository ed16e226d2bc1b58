import { useSyncExternalStore } from "react";
import { send } from "../../platform/http/send.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { follow } from "../member/api.ts";
import { like } from "../article/api.ts";
import { toggles } from "../club-state.ts";
import type { SendToggle, ToggleState } from "./toggles.ts";

type Kind = "article" | "comment" | "group" | "member";

async function sendToggle(kind: Kind, id: string, isOn: boolean): ReturnType<SendToggle> {
  if (kind === "article" || kind === "comment") return { count: (await like(send, kind, id, isOn)).likes };
  return { count: (await follow(send, kind, id, isOn)).followers };
}

/** Encodes a state as one number, so that React compares snapshots by value and renders only changes. */
const encodeState = ({ isOn, count }: ToggleState): number => 2 * count + Number(isOn);

/**
 * State of a like or follow, shared by all screens, and a function that toggles it (requirements P12, P22). The call
 * itself asks a visitor to log in and shows refusals.
 * @param initial state that the page was loaded with
 */
export function useToggle(
  kind: Kind,
  id: string,
  initial: ToggleState,
): ToggleState & { toggle: () => void } {
  const key = `${kind} ${id}`;
  const encoded = useSyncExternalStore(
    toggles.subscribe,
    () => encodeState(toggles.read(key) ?? initial),
    () => encodeState(initial),
  );
  const toggle = () => {
    toggles
      .toggle(key, initial, (isOn) => sendToggle(kind, id, isOn))
      .catch((error: unknown) => {
        if (asRefusal(error) === null) throw error;
      });
  };
  return { isOn: encoded % 2 === 1, count: Math.floor(encoded / 2), toggle };
}
