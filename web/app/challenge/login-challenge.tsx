import { useEffect, useEffectEvent } from "react";
import { LoginSheet } from "../../identity/login-sheet.tsx";
import { useUser } from "../../platform/session/use-user.ts";
import { useBrand } from "../../platform/environment/site.ts";
import type { ChallengeProps } from "./challenge-props.ts";

export function LoginChallengeView({ raised, onClose, children }: ChallengeProps<"login">) {
  const answer = (isLoggedIn: boolean) => {
    raised.answer(isLoggedIn);
    onClose();
  };
  // Also closes when the person has logged in elsewhere: in another tab, or in the app around this page.
  const isLoggedIn = useUser() !== null;
  const end = useEffectEvent(() => answer(true));
  useEffect(() => {
    if (isLoggedIn) end();
  }, [isLoggedIn]);
  return (
    <LoginSheet brand={useBrand()} reason={raised.args.reason} onDone={answer}>
      {children}
    </LoginSheet>
  );
}
