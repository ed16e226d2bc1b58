import { useNavigation } from "react-router";
import { clubMessages } from "./messages.ts";

/** Progress bar above the current screen while the next one loads. */
export function NavigationProgress() {
  const { state } = useNavigation();
  return state === "loading" ? <progress className="cl-going" aria-label={clubMessages.loading} /> : null;
}
