import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False while rendering on the server and hydrating, true from then on: for what the server can not know. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
