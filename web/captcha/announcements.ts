import type { CaptchaState } from "./captcha-reducer.ts";
import { captchaMessages } from "./messages.ts";

export const passedText = ({ duration }: CaptchaState): string =>
  duration === null ? captchaMessages.passed : captchaMessages.passedIn((duration / 1000).toFixed(1));
export const lockedText = ({ minutesToWait }: CaptchaState): string =>
  `${captchaMessages.locked}，${minutesToWait === null ? captchaMessages.waitLater : captchaMessages.lockedFor(minutesToWait)}`;

/** Text announced to screen readers; empty while the user is solving the puzzle. */
export function announcementFor(state: CaptchaState): string {
  switch (state.phase) {
    case "loading":
      return captchaMessages.loading;
    case "checking":
      return captchaMessages.checking;
    case "working":
      return captchaMessages.working;
    case "failed":
      return captchaMessages.failed;
    case "unloaded":
      return captchaMessages.unloaded;
    case "locked":
      return lockedText(state);
    case "passed":
      return passedText(state);
    case "ready":
    case "moving":
      return "";
  }
}
