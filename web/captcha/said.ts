import type { State } from "./captcha-state.ts";
import { words } from "./words.ts";

export const passedText = ({ duration }: State): string =>
  duration === null ? words.passed : words.passedIn((duration / 1000).toFixed(1));
export const lockedText = ({ minutesToWait }: State): string =>
  `${words.locked}，${minutesToWait === null ? words.waitLater : words.lockedFor(minutesToWait)}`;

/** What a screen reader is told of the state; nothing while the person is at it. */
export function announced(state: State): string {
  switch (state.phase) {
    case "loading":
      return words.loading;
    case "checking":
      return words.checking;
    case "working":
      return words.working;
    case "failed":
      return words.failed;
    case "unloaded":
      return words.unloaded;
    case "locked":
      return lockedText(state);
    case "passed":
      return passedText(state);
    case "ready":
    case "moving":
      return "";
  }
}
