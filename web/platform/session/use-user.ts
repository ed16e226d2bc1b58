import { useSyncExternalStore } from "react";
import type { UserInfo } from "#contract/session/session.ts";
import { currentSession } from "./session.ts";

/** The logged-in person; null for a visitor, while rendering on the server and while hydrating. */
export const useUser = (): UserInfo | null =>
  useSyncExternalStore(currentSession.subscribe, currentSession.user, () => null);
