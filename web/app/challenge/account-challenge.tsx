import { useEffect, useEffectEvent } from "react";
import { AccountSheet } from "../../identity/account-sheet.tsx";
import { refreshUser } from "../../platform/session/refresh-user.ts";
import { useUser } from "../../platform/session/use-user.ts";
import type { ChallengeProps } from "./challenge-props.ts";

export function AccountChallengeView({ raised, onClose }: ChallengeProps<"account">) {
  const user = useUser();
  const close = () => {
    raised.answer();
    onClose();
  };
  const end = useEffectEvent(close);
  useEffect(() => void refreshUser(), []);
  // Logged out meanwhile, here or in another tab: there is no account to show.
  const isOver = user === null;
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  return user && <AccountSheet user={user} onClose={close} />;
}
