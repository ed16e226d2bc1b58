import { CaptchaSheet } from "../../captcha/captcha-sheet.tsx";
import { track } from "../../platform/tracking/track.ts";
import type { ChallengeProps } from "./challenge-props.ts";

export function CaptchaChallengeView({ raised, onClose }: ChallengeProps<"captcha">) {
  const { action, activityId } = raised.args;
  const answer = (id: string | null) => {
    if (id !== null)
      track("captcha_solved", { action, ...(activityId !== undefined && { activity_id: activityId }) });
    raised.answer(id);
    onClose();
  };
  return <CaptchaSheet {...raised.args} onDone={answer} onCancel={() => answer(null)} />;
}
