import { useEffect, useEffectEvent } from "react";
import { LoginSheet } from "../identity/login-sheet.tsx";
import { useUser } from "../platform/login/use-user.ts";
import { useBrand } from "../platform/site.ts";
import type { PartProps } from "./challenge-part.ts";

export function LoginPart({ raised, onClose, children }: PartProps<"login">) {
  const answer = (isLoggedIn: boolean) => {
    raised.answer(isLoggedIn);
    onClose();
  };
  // Also when the person logged in elsewhere: in another tab, or in the app around this page.
  const isLoggedIn = useUser() !== null;
  const end = useEffectEvent(() => answer(true));
  useEffect(() => {
    if (isLoggedIn) end();
  }, [isLoggedIn]);
  return (
    <LoginSheet brand={useBrand()} reason={raised.ask.reason} onDone={answer}>
      {children}
    </LoginSheet>
  );
}
