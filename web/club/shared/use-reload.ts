import { useRevalidator } from "react-router";
import { expireScreens } from "../club-state.ts";

/** Reloads the current screen and drops the cached ones. */
export function useReload(): () => void {
  const { revalidate } = useRevalidator();
  return () => {
    expireScreens();
    void revalidate();
  };
}
