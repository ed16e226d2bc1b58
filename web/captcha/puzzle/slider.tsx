import { useEffect, useId, useRef, type KeyboardEvent, type PointerEvent } from "react";
import { Spinner } from "../../ui/form/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { CloseIcon } from "../../ui/icons/common-icons.tsx";
import { CheckIcon } from "../../ui/icons/form-icons.tsx";
import type { CaptchaPhase } from "../captcha-reducer.ts";
import { DragTrack } from "./drag-track.ts";
import { captchaMessages } from "../messages.ts";
import * as captchaCss from "../captcha.module.css";

const phaseClasses: Readonly<Record<string, string | undefined>> = {
  loading: captchaCss.loading,
  ready: captchaCss.ready,
  moving: captchaCss.moving,
  checking: captchaCss.checking,
  failed: captchaCss.failed,
  passed: captchaCss.passed,
};

type SliderProps = {
  phase: CaptchaPhase;
  /** Left edge of the piece, its maximum, and the picture's width; px of the picture. */
  x: number;
  maxX: number;
  width: number;
  /** Text in the bar. */
  text: string;
  /** Time the picture was displayed, ms on the clock of events. */
  shownTime: number;
  onMove: (x: number) => void;
  /** Called on release; with x = 0 the piece was not moved. */
  onDrop: (x: number, track: DragTrack) => void;
  onKeyMove: (x: number) => void;
  onKeyCheck: () => void;
};
/** Step of the arrow keys, px; a larger one with Shift. */
const STEP = 2;
const LONG_STEP = 10;
/** Shortest drag, px; a shorter one counts as a press without movement. */
const MIN_DRAG = 3;

/** Target position of a key; null for a key that does not move the piece. */
function keyTarget({ key, shiftKey }: KeyboardEvent, x: number, maxX: number): number | null {
  const step = shiftKey ? LONG_STEP : STEP;
  if (key === "ArrowRight" || key === "ArrowUp") return Math.min(maxX, x + step);
  if (key === "ArrowLeft" || key === "ArrowDown") return Math.max(0, x - step);
  if (key === "Home") return 0;
  return key === "End" ? maxX : null;
}

/** Drag in progress: its track and its start position on the screen. */
type Drag = { track: DragTrack; pointerId: number; clientX: number; unit: number; x: number };
function useDrag({ phase, maxX, width, shownTime, onMove, onDrop }: SliderProps) {
  const currentDrag = useRef<Drag | null>(null);
  const release = (isCancelled: boolean) => {
    const drag = currentDrag.current;
    currentDrag.current = null;
    if (drag === null) return;
    onDrop(isCancelled || drag.x < MIN_DRAG ? 0 : Math.round(drag.x * 10) / 10, drag.track);
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (phase !== "ready" || !event.isPrimary || event.button !== 0) return;
      const { clientX, clientY, pointerId, timeStamp, currentTarget } = event;
      currentTarget.setPointerCapture(pointerId);
      // px of the picture per px of the screen: bar and picture are equally wide.
      const unit = width / currentTarget.getBoundingClientRect().width;
      const track = new DragTrack({ x: 0, y: clientY * unit, time: timeStamp }, shownTime);
      currentDrag.current = { track, pointerId, clientX, unit, x: 0 };
      onMove(0);
    },
    onPointerMove({ clientX, clientY, pointerId, timeStamp }: PointerEvent) {
      const drag = currentDrag.current;
      if (drag === null || pointerId !== drag.pointerId) return;
      drag.x = Math.min(maxX, Math.max(0, (clientX - drag.clientX) * drag.unit));
      drag.track.move({ x: drag.x, y: clientY * drag.unit, time: timeStamp });
      onMove(drag.x);
    },
    onPointerUp: () => release(false),
    onPointerCancel: () => release(true),
  };
}

/** Slider under the picture for pointer, touch and keyboard (requirement O08). */
export function Slider(props: SliderProps) {
  const { phase, x, maxX, width, text, onKeyMove, onKeyCheck } = props;
  const input = useRef<HTMLInputElement>(null);
  const keysId = useId();
  const pointer = useDrag(props);
  const isOpen = phase === "ready" || phase === "moving";

  // Focuses the first puzzle because the sheet has no other purpose.
  const hasFocused = useRef(false);
  useEffect(() => {
    if (!isOpen || hasFocused.current) return;
    hasFocused.current = true;
    input.current?.focus({ preventScroll: true });
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = keyTarget(event, x, maxX);
    if (target === null && event.key !== "Enter") return;
    event.preventDefault();
    if (phase !== "ready") return;
    if (target !== null) onKeyMove(target);
    else if (x > 0) onKeyCheck();
  };
  const left = `${(x / width) * 100}%`;
  return (
    <div
      className={classNames(captchaCss.slider, phaseClasses[phase], x > 0 && captchaCss.moved)}
      {...pointer}
    >
      <i style={{ width: `calc(${left} + 28px)` }} />
      <b style={{ left }}>
        <Glyph phase={phase} />
      </b>
      <span className={captchaCss.sliderText}>{text}</span>
      <span id={keysId} hidden>
        {captchaMessages.keys}
      </span>
      <input
        ref={input}
        type="range"
        min={0}
        max={maxX}
        step={STEP}
        value={Math.round(x)}
        aria-label={captchaMessages.slider}
        aria-valuetext={captchaMessages.moved(Math.round(x), maxX)}
        aria-describedby={keysId}
        aria-disabled={!isOpen}
        onKeyDown={onKeyDown}
        onChange={({ target }) => phase === "ready" && onKeyMove(target.valueAsNumber)}
      />
    </div>
  );
}

function Glyph({ phase }: { phase: CaptchaPhase }) {
  if (phase === "passed") return <CheckIcon size={20} />;
  if (phase === "failed") return <CloseIcon size={20} />;
  if (phase === "checking") return <Spinner />;
  return (
    <Icon size={20}>
      <path d="M5 12h14M13 6l6 6-6 6" />
    </Icon>
  );
}
