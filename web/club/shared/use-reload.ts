import { useRevalidator } from "react-router";
import { expireScreens } from "../club-state.ts";

/** Loads the screen anew; other screens too, when they are next gone to. */
export function useReload(): () => void {
  const { revalidate } = useRevalidator();
  return () => {
    expireScreens();
    void revalidate();
  };
}
