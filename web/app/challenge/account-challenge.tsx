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
  // The person has logged out here or in another tab: there is no account to show.
  const isLoggedOut = user === null;
  useEffect(() => {
    if (isLoggedOut) end();
  }, [isLoggedOut]);
  return user && <AccountSheet user={user} onClose={close} />;
}
