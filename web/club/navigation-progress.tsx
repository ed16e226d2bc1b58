import { useNavigation } from "react-router";
import { clubMessages } from "./messages.ts";

/** Something was pressed that leads on, and what comes is not there yet: said above the page, which stays. */
export function NavigationProgress() {
  const { state } = useNavigation();
  return state === "loading" ? <progress className="cl-going" aria-label={clubMessages.loading} /> : null;
}
