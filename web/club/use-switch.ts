import { useSyncExternalStore } from "react";
import { send } from "../platform/http/send.ts";
import { refusalOf } from "../ui/failure.ts";
import { follow, like } from "./api.ts";
import { switches } from "./club-state.ts";
import type { Change, Switched } from "./switches.ts";

type Kind = "article" | "comment" | "group" | "member";

async function change(kind: Kind, id: string, isOn: boolean): ReturnType<Change> {
  if (kind === "article" || kind === "comment") return { count: (await like(send, kind, id, isOn)).likes };
  return { count: (await follow(send, kind, id, isOn)).followers };
}

/** As one number: what says the same as before is the same, and is not drawn again. */
const codeOf = ({ isOn, count }: Switched): number => 2 * count + Number(isOn);

/**
 * A like or a follow as it is on show everywhere, and how to turn it (requirements P12, P22). A visitor
 * is asked to log in by the call itself; what is refused is put back, and told by the call too.
 * @param given as the page was loaded
 */
export function useSwitch(kind: Kind, id: string, given: Switched): Switched & { toggle: () => void } {
  const key = `${kind} ${id}`;
  const coded = useSyncExternalStore(
    switches.subscribe,
    () => codeOf(switches.read(key) ?? given),
    () => codeOf(given),
  );
  const toggle = () => {
    switches
      .toggle(key, given, (isOn) => change(kind, id, isOn))
      .catch((error: unknown) => {
        if (refusalOf(error) === null) throw error;
      });
  };
  return { isOn: coded % 2 === 1, count: Math.floor(coded / 2), toggle };
}
