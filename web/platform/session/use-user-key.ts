import { useState } from "react";
import { useUser } from "./use-user.ts";

/**
 * A number that changes when another person logs in, to be used as the key of a form so that it starts empty.
 * It stays when a visitor logs in, or the same person after the session has ended.
 */
export function useUserKey(): number {
  const openId = useUser()?.openId ?? null;
  const [{ owner, generation }, setState] = useState({ owner: openId, generation: 0 });
  if (openId === null || openId === owner) return generation;
  setState({ owner: openId, generation: owner === null ? generation : generation + 1 });
  return generation;
}
