import "./captcha.css";
import type { Send } from "#contract/call.ts";
import { send as platformSend } from "../platform/http/send.ts";
import { RefreshIcon } from "../ui/icons-of-forms.tsx";
import { Sheet } from "../ui/overlay.tsx";
import type { Ask } from "./api.ts";
import { PictureWay } from "./picture-way.tsx";
import { announced } from "./said.ts";
import { useCaptcha } from "./use-captcha.ts";
import { WorkWay } from "./work-way.tsx";
import { words } from "./words.ts";

export type CaptchaSheetProps = Ask & {
  /** Solved: the id for X-Captcha-Verify-Id, good for 5 min and one request. */
  onDone: (captchaVerifyId: string) => void;
  /** Given up. */
  onCancel: () => void;
  /** Makes the two calls; the platform's unless a test brings its own. */
  send?: Send;
};

/** The security check: a puzzle to drag, or the way without a picture (requirements O01–O08). */
export function CaptchaSheet({
  action,
  activityId,
  mobile,
  onDone,
  onCancel,
  send = platformSend,
}: CaptchaSheetProps) {
  const captcha = useCaptcha({ action, activityId, mobile }, send, onDone);
  const { state, course } = captcha;
  const isWork = state.challenge?.way === "work";
  const isSettled = state.phase === "passed" || state.phase === "checking" || state.phase === "locked";
  return (
    <Sheet
      isOpen
      title={words.title}
      onClose={() => (state.verifyId === null ? onCancel() : onDone(state.verifyId))}
    >
      <div className="cap-bd">
        <p className="cap c3">
          <span>{isWork ? words.workHint : words.hint}</span>
          <span className="keys" aria-hidden="true">
            {words.keysShort}
          </span>
        </p>
        {isWork ? (
          <WorkWay state={state} onRetry={() => void course.load("work")} />
        ) : (
          <PictureWay captcha={captcha} />
        )}
        <div className="cft">
          <button
            type="button"
            className="lk"
            disabled={isSettled}
            onClick={() => void course.load("pointer")}
          >
            <RefreshIcon size={16} />
            {isWork ? words.pictureWay : words.refresh}
          </button>
          {!isWork && (
            <button
              type="button"
              className="lk"
              disabled={isSettled}
              onClick={() => void course.load("work")}
            >
              {words.otherWay}
            </button>
          )}
        </div>
        <output className="sr">{announced(state)}</output>
      </div>
    </Sheet>
  );
}
