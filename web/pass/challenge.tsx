import { lazy, Suspense, useEffect, useState } from "react";
import { onChallenge, type RaisedOf } from "../platform/http/challenges.ts";

const CaptchaSheet = lazy(async () => ({
  default: (await import("../captcha/captcha-sheet.tsx")).CaptchaSheet,
}));

/** These pages ask for one thing only: the slider before an SMS. Anything else is answered as given up. */
export function Challenge() {
  const [captcha, setCaptcha] = useState<RaisedOf<"captcha"> | null>(null);
  useEffect(
    () =>
      onChallenge((raised) => {
        if (raised.kind === "captcha") setCaptcha(raised);
        else if (raised.kind === "dialog" || raised.kind === "login") raised.answer(false);
        else if (raised.kind === "city") raised.answer(null);
        else raised.answer();
      }),
    [],
  );
  if (captcha === null) return null;
  const answer = (id: string | null) => {
    captcha.answer(id);
    setCaptcha(null);
  };
  return (
    <Suspense>
      <CaptchaSheet {...captcha.ask} onDone={answer} onCancel={() => answer(null)} />
    </Suspense>
  );
}
