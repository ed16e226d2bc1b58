import { Button } from "../ui/button.tsx";
import { CheckCircleIcon } from "../ui/icons.tsx";
import { ShieldIcon } from "../ui/icons-of-business.tsx";
import { RefreshIcon } from "../ui/icons-of-forms.tsx";
import type { State } from "./captcha-state.ts";
import { words } from "./words.ts";

type WorkWayProps = { state: State; onRetry: () => void };

/** The way without a picture: the device works, the person waits (requirement O08). */
export function WorkWay({ state, onRetry }: WorkWayProps) {
  const count = state.challenge?.proofOfWork.count ?? 1;
  const isPassed = state.phase === "passed";
  if (state.phase === "failed")
    return (
      <div className="pz-msg">
        <p>{words.workFailed}</p>
        <Button look="tonal" size="small" onClick={onRetry}>
          <RefreshIcon size={16} />
          {words.tryAgain}
        </Button>
      </div>
    );
  return (
    <div className="pz-msg">
      {isPassed ? <CheckCircleIcon size={32} /> : <ShieldIcon size={32} />}
      <p>{isPassed ? words.passed : words.working}</p>
      <progress
        className="pz-bar"
        aria-label={words.working}
        max={count}
        value={isPassed ? count : state.solved}
      />
    </div>
  );
}
