import { CaptchaSheet } from "../captcha/captcha-sheet.tsx";
import { track } from "../platform/track.ts";
import type { PartProps } from "./challenge-part.ts";

export function CaptchaPart({ raised, onClose }: PartProps<"captcha">) {
  const { action, activityId } = raised.ask;
  const answer = (id: string | null) => {
    if (id !== null)
      track("captcha_solved", { action, ...(activityId !== undefined && { activity_id: activityId }) });
    raised.answer(id);
    onClose();
  };
  return <CaptchaSheet {...raised.ask} onDone={answer} onCancel={() => answer(null)} />;
}
