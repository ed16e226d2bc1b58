import * as captchaCss from "./captcha.module.css";
import type { Send } from "#contract/core/call.ts";
import { send as platformSend } from "../platform/http/send.ts";
import { RefreshIcon } from "../ui/icons/form-icons.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import type { CaptchaRequest } from "./api.ts";
import { PictureChallenge } from "./puzzle/picture-challenge.tsx";
import { announcementFor } from "./announcements.ts";
import { useCaptcha } from "./use-captcha.ts";
import { WorkChallenge } from "./proof-of-work/work-challenge.tsx";
import { captchaMessages } from "./messages.ts";
import * as controlsCss from "../ui/styles/controls.module.css";
import * as textCss from "../ui/styles/text.module.css";

export type CaptchaSheetProps = CaptchaRequest & {
  /** Solved: the id for X-Captcha-Verify-Id, valid for 5 min and one request. */
  onDone: (captchaVerifyId: string) => void;
  /** Cancelled. */
  onCancel: () => void;
  /** Sends the two calls; the platform's `send` except in tests. */
  send?: Send;
};

/** Captcha: a puzzle to drag, or the alternative without a picture (requirements O01–O08). */
export function CaptchaSheet({
  action,
  activityId,
  mobile,
  onDone,
  onCancel,
  send = platformSend,
}: CaptchaSheetProps) {
  const captcha = useCaptcha({ action, activityId, mobile }, send, onDone);
  const { state, session } = captcha;
  const isWork = state.challenge?.way === "work";
  const isSettled = state.phase === "passed" || state.phase === "checking" || state.phase === "locked";
  return (
    <Sheet
      isOpen
      title={captchaMessages.title}
      onClose={() => (state.verifyId === null ? onCancel() : onDone(state.verifyId))}
    >
      <div className={captchaCss.body}>
        <p className={`${textCss.caption} ${textCss.tertiary}`}>
          <span>{isWork ? captchaMessages.workHint : captchaMessages.hint}</span>
          <span className={captchaCss.keys} aria-hidden="true">
            {captchaMessages.keysShort}
          </span>
        </p>
        {isWork ? (
          <WorkChallenge state={state} onRetry={() => void session.load("work")} />
        ) : (
          <PictureChallenge captcha={captcha} />
        )}
        <div className={captchaCss.footer}>
          <button
            type="button"
            className={controlsCss.link}
            disabled={isSettled}
            onClick={() => void session.load("pointer")}
          >
            <RefreshIcon size={16} />
            {isWork ? captchaMessages.pictureWay : captchaMessages.refresh}
          </button>
          {!isWork && (
            <button
              type="button"
              className={controlsCss.link}
              disabled={isSettled}
              onClick={() => void session.load("work")}
            >
              {captchaMessages.otherWay}
            </button>
          )}
        </div>
        <output className={textCss.visuallyHidden}>{announcementFor(state)}</output>
      </div>
    </Sheet>
  );
}
