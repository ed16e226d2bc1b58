import { useSyncExternalStore } from "react";
import { send } from "../../platform/http/send.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { follow, like } from "../api.ts";
import { toggles } from "../club-state.ts";
import type { SendToggle, ToggleState } from "./toggles.ts";

type Kind = "article" | "comment" | "group" | "member";

async function sendToggle(kind: Kind, id: string, isOn: boolean): ReturnType<SendToggle> {
  if (kind === "article" || kind === "comment") return { count: (await like(send, kind, id, isOn)).likes };
  return { count: (await follow(send, kind, id, isOn)).followers };
}

/** As one number: what says the same as before is the same, and is not drawn again. */
const encodeState = ({ isOn, count }: ToggleState): number => 2 * count + Number(isOn);

/**
 * A like or a follow as it is on show everywhere, and how to turn it (requirements P12, P22). A visitor
 * is asked to log in by the call itself; what is refused is put back, and told by the call too.
 * @param given as the page was loaded
 */
export function useToggle(kind: Kind, id: string, given: ToggleState): ToggleState & { toggle: () => void } {
  const key = `${kind} ${id}`;
  const coded = useSyncExternalStore(
    toggles.subscribe,
    () => encodeState(toggles.read(key) ?? given),
    () => encodeState(given),
  );
  const toggle = () => {
    toggles
      .toggle(key, given, (isOn) => sendToggle(kind, id, isOn))
      .catch((error: unknown) => {
        if (asRefusal(error) === null) throw error;
      });
  };
  return { isOn: coded % 2 === 1, count: Math.floor(coded / 2), toggle };
}
