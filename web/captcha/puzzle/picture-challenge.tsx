import { useRef } from "react";
import { Button } from "../../ui/form/button.tsx";
import { WarningIcon } from "../../ui/icons/common-icons.tsx";
import { RefreshIcon } from "../../ui/icons/form-icons.tsx";
import { useSkeleton } from "../../ui/feedback/skeleton.tsx";
import { maxPieceX, type CaptchaState } from "../captcha-reducer.ts";
import { PuzzlePicture, ResultBand } from "./puzzle-picture.tsx";
import { lockedText, passedText } from "../announcements.ts";
import { Slider } from "./slider.tsx";
import type { CaptchaController } from "../use-captcha.ts";
import { captchaMessages } from "../messages.ts";
import * as captchaCss from "../captcha.module.css";
import * as contentCss from "../../ui/styles/content.module.css";

/** Picture and slider. */
export function PictureChallenge({ captcha: { state, dispatch, session } }: { captcha: CaptchaController }) {
  const { challenge, phase, x } = state;
  /** The puzzle whose piece was last moved by keyboard. */
  const keyboardPuzzle = useRef<string | null>(null);
  if (challenge === null) return <NoPuzzle state={state} onReload={() => void session.load("pointer")} />;
  return (
    <>
      <PuzzlePicture
        key={challenge.challengeId}
        challenge={challenge}
        x={x}
        isLoading={phase === "loading"}
        isFailed={phase === "failed"}
        onShown={(time) => dispatch({ type: "shown", time })}
        onBroken={() => dispatch({ type: "unloaded" })}
      >
        {phase === "passed" && <ResultBand isGood>{passedText(state)}</ResultBand>}
        {phase === "failed" && <ResultBand isGood={false}>{captchaMessages.failed}</ResultBand>}
      </PuzzlePicture>
      <Slider
        phase={phase}
        x={x}
        maxX={maxPieceX(challenge)}
        width={challenge.width}
        text={textOf(state)}
        shownTime={state.shownTime}
        onMove={(to) => dispatch({ type: "moved", x: to, isHeld: true })}
        onDrop={(to, { steps, duration }) => {
          dispatch({ type: "moved", x: to, isHeld: false });
          if (to > 0) void session.check(challenge, { x: to, track: steps, way: "pointer", duration });
        }}
        onKeyMove={(to) => {
          if (keyboardPuzzle.current !== challenge.challengeId) session.startKeyboardWork(challenge);
          keyboardPuzzle.current = challenge.challengeId;
          dispatch({ type: "moved", x: to, isHeld: false });
        }}
        onKeyCheck={() => void session.check(challenge, { x, track: [], way: "keyboard", duration: null })}
      />
    </>
  );
}
const textOf = ({ phase, isRepeat }: CaptchaState): string => {
  if (phase === "loading") return captchaMessages.loading;
  if (phase === "checking") return captchaMessages.checking;
  return isRepeat ? captchaMessages.again : captchaMessages.drag;
};

/** Placeholder without a puzzle: loading, or the reason why there is none. */
function NoPuzzle({ state, onReload }: { state: CaptchaState; onReload: () => void }) {
  const isLoading = state.phase === "loading";
  const isSkeletonShown = useSkeleton(isLoading);
  return (
    <>
      {isLoading ? (
        <div
          className={isSkeletonShown ? `${captchaCss.puzzle} ${contentCss.skeleton}` : captchaCss.puzzle}
        />
      ) : (
        <div className={captchaCss.message}>
          {state.phase === "locked" && <WarningIcon size={32} />}
          <p>{state.phase === "locked" ? lockedText(state) : captchaMessages.unloaded}</p>
          {state.phase !== "locked" && (
            <Button look="tonal" size="small" onClick={onReload}>
              <RefreshIcon size={16} />
              {captchaMessages.reload}
            </Button>
          )}
        </div>
      )}
      <div className={`${captchaCss.slider} ${captchaCss.shut}`}>
        <span className={captchaCss.sliderText}>
          {isLoading ? captchaMessages.loading : captchaMessages.waitLater}
        </span>
      </div>
    </>
  );
}
