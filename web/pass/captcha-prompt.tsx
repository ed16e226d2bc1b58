import { useEffect, useState, type ComponentType } from "react";
import { isYesNo, onChallenge, type RaisedChallengeOf } from "../platform/http/challenges.ts";

type CaptchaProps = RaisedChallengeOf<"captcha">["args"] & {
  onDone: (id: string) => void;
  onCancel: () => void;
};
type Shown = { readonly raised: RaisedChallengeOf<"captcha">; readonly Sheet: ComponentType<CaptchaProps> };

/** Challenges on these pages: only the captcha before an SMS. Any other is answered as cancelled. */
export function CaptchaPrompt() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(
    () =>
      onChallenge((raised) => {
        if (raised.kind === "captcha")
          import("../captcha/captcha-sheet.tsx").then(
            ({ CaptchaSheet }) => setShown({ raised, Sheet: CaptchaSheet }),
            // The script did not load: the form stays and reports the missing captcha.
            () => raised.answer(null),
          );
        else if (isYesNo(raised)) raised.answer(false);
        else if (raised.kind === "city") raised.answer(null);
        else raised.answer();
      }),
    [],
  );
  if (shown === null) return null;
  const { raised, Sheet } = shown;
  const answer = (id: string | null) => {
    raised.answer(id);
    setShown(null);
  };
  return <Sheet {...raised.args} onDone={answer} onCancel={() => answer(null)} />;
}
