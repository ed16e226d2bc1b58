import { Button } from "../../ui/form/button.tsx";
import { CheckCircleIcon } from "../../ui/icons/common-icons.tsx";
import { ShieldIcon } from "../../ui/icons/activity-icons.tsx";
import { RefreshIcon } from "../../ui/icons/form-icons.tsx";
import type { CaptchaState } from "../captcha-reducer.ts";
import { captchaMessages } from "../messages.ts";
import * as captchaCss from "../captcha.module.css";

type WorkChallengeProps = { state: CaptchaState; onRetry: () => void };

/** Alternative without a picture: the device computes while the user waits (requirement O08). */
export function WorkChallenge({ state, onRetry }: WorkChallengeProps) {
  const count = state.challenge?.proofOfWork.count ?? 1;
  const isPassed = state.phase === "passed";
  if (state.phase === "failed")
    return (
      <div className={captchaCss.message}>
        <p>{captchaMessages.workFailed}</p>
        <Button look="tonal" size="small" onClick={onRetry}>
          <RefreshIcon size={16} />
          {captchaMessages.tryAgain}
        </Button>
      </div>
    );
  return (
    <div className={captchaCss.message}>
      {isPassed ? <CheckCircleIcon size={32} /> : <ShieldIcon size={32} />}
      <p>{isPassed ? captchaMessages.passed : captchaMessages.working}</p>
      <progress
        className={captchaCss.progress}
        aria-label={captchaMessages.working}
        max={count}
        value={isPassed ? count : state.solved}
      />
    </div>
  );
}
