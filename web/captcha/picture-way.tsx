import { useRef } from "react";
import { Button } from "../ui/button.tsx";
import { WarningIcon } from "../ui/icons.tsx";
import { RefreshIcon } from "../ui/icons-of-forms.tsx";
import { useSkeleton } from "../ui/skeleton.tsx";
import { mostX, type State } from "./captcha-state.ts";
import { Puzzle, ResultBand } from "./puzzle.tsx";
import { lockedText, passedText } from "./said.ts";
import { Slider } from "./slider.tsx";
import type { Captcha } from "./use-captcha.ts";
import { words } from "./words.ts";

/** Picture and slider. */
export function PictureWay({ captcha: { state, dispatch, course } }: { captcha: Captcha }) {
  const { challenge, phase, x } = state;
  /** The puzzle whose piece was moved by key last. */
  const keyed = useRef<string | null>(null);
  if (challenge === null) return <NoPuzzle state={state} onReload={() => void course.load("pointer")} />;
  return (
    <>
      <Puzzle
        key={challenge.challengeId}
        challenge={challenge}
        x={x}
        isLoading={phase === "loading"}
        isFailed={phase === "failed"}
        onShown={(time) => dispatch({ type: "shown", time })}
        onBroken={() => dispatch({ type: "unloaded" })}
      >
        {phase === "passed" && <ResultBand isGood>{passedText(state)}</ResultBand>}
        {phase === "failed" && <ResultBand isGood={false}>{words.failed}</ResultBand>}
      </Puzzle>
      <Slider
        phase={phase}
        x={x}
        most={mostX(challenge)}
        width={challenge.width}
        text={textOf(state)}
        shown={state.shown}
        onMove={(to) => dispatch({ type: "moved", x: to, isHeld: true })}
        onDrop={(to, { steps, duration }) => {
          dispatch({ type: "moved", x: to, isHeld: false });
          if (to > 0) void course.check(challenge, { x: to, track: steps, way: "pointer", duration });
        }}
        onKeyMove={(to) => {
          if (keyed.current !== challenge.challengeId) course.workMore(challenge);
          keyed.current = challenge.challengeId;
          dispatch({ type: "moved", x: to, isHeld: false });
        }}
        onKeyCheck={() => void course.check(challenge, { x, track: [], way: "keyboard", duration: null })}
      />
    </>
  );
}
const textOf = ({ phase, isRepeat }: State): string => {
  if (phase === "loading") return words.loading;
  if (phase === "checking") return words.checking;
  return isRepeat ? words.again : words.drag;
};

/** In the same places, what stands there without a puzzle: it loads, or why there is none. */
function NoPuzzle({ state, onReload }: { state: State; onReload: () => void }) {
  const isLoading = state.phase === "loading";
  const isSkeletonShown = useSkeleton(isLoading);
  return (
    <>
      {isLoading ? (
        <div className={isSkeletonShown ? "pz sk" : "pz"} />
      ) : (
        <div className="pz-msg">
          {state.phase === "locked" && <WarningIcon size={32} />}
          <p>{state.phase === "locked" ? lockedText(state) : words.unloaded}</p>
          {state.phase !== "locked" && (
            <Button look="tonal" size="small" onClick={onReload}>
              <RefreshIcon size={16} />
              {words.reload}
            </Button>
          )}
        </div>
      )}
      <div className="sld shut">
        <span className="sld-t">{isLoading ? words.loading : words.waitLater}</span>
      </div>
    </>
  );
}
