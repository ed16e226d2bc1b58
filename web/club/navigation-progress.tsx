import { useNavigation } from "react-router";
import { clubMessages } from "./messages.ts";
import * as clubCss from "./club.module.css";

/** Progress bar above the current screen while the next one loads. */
export function NavigationProgress() {
  const { state } = useNavigation();
  return state === "loading" ? (
    <progress className={clubCss.goingBar} aria-label={clubMessages.loading} />
  ) : null;
}
