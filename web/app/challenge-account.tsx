import { useEffect, useEffectEvent } from "react";
import { AccountSheet } from "../identity/account-sheet.tsx";
import { refreshUser } from "../platform/login/refresh-user.ts";
import { useUser } from "../platform/login/use-user.ts";
import type { PartProps } from "./challenge-part.ts";

export function AccountPart({ raised, onClose }: PartProps<"account">) {
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
