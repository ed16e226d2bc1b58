import { LoginSheet } from "../identity/login-sheet.tsx";
import { useBrand } from "../platform/site.ts";
import type { PartProps } from "./challenge-part.ts";

export function LoginPart({ raised, onClose, children }: PartProps<"login">) {
  const answer = (isLoggedIn: boolean) => {
    raised.answer(isLoggedIn);
    onClose();
  };
  return (
    <LoginSheet brand={useBrand()} reason={raised.ask.reason} onDone={answer}>
      {children}
    </LoginSheet>
  );
}
