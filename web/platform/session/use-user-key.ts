import { useState } from "react";
import { useUser } from "./use-user.ts";

/**
 * Another number whenever another person is there than before, by which what is filled in begins anew.
 * Whoever logs in goes on with what they began as a visitor, or before their session ended.
 */
export function useUserKey(): number {
  const openId = useUser()?.openId ?? null;
  const [{ of, turn }, setTurn] = useState({ of: openId, turn: 0 });
  if (openId === null || openId === of) return turn;
  setTurn({ of: openId, turn: of === null ? turn : turn + 1 });
  return turn;
}
