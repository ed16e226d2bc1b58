import { CaptchaSheet } from "../captcha/captcha-sheet.tsx";
import type { PartProps } from "./challenge-part.ts";

export function CaptchaPart({ raised, onClose }: PartProps<"captcha">) {
  const answer = (id: string | null) => {
    raised.answer(id);
    onClose();
  };
  return <CaptchaSheet {...raised.ask} onDone={answer} onCancel={() => answer(null)} />;
}
