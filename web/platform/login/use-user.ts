import { useSyncExternalStore } from "react";
import type { UserInfo } from "#contract/session.ts";
import { session } from "./session.ts";

/** The logged-in person; null for a visitor, while rendering on the server and while hydrating. */
export const useUser = (): UserInfo | null =>
  useSyncExternalStore(session.subscribe, session.user, () => null);
