import { useNavigation } from "react-router";
import { words } from "./words.ts";

/** Something was pressed that leads on, and what comes is not there yet: said above the page, which stays. */
export function Going() {
  const { state } = useNavigation();
  return state === "loading" ? <progress className="cl-going" aria-label={words.loading} /> : null;
}
