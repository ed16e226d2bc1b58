import * as letterRailCss from "./alphabet-index.module.css";
import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { locationMessages } from "./messages.ts";
import * as stateCss from "../ui/styles/state.module.css";

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

type AlphabetIndexProps = {
  letters: readonly string[];
  /** Letter at the top of the list; null above the first one. */
  active: string | null;
  onPick: (letter: string) => void;
};

/**
 * Alphabet rail, dragged with a finger. For keyboards and screen readers it is one slider; arrow down moves
 * down the alphabet.
 */
export function AlphabetIndex({ letters, active, onPick }: AlphabetIndexProps) {
  const [isDragged, setDragged] = useState(false);
  const place = letters.indexOf(active ?? "");
  const pick = (wanted: number) => {
    const letter = letters[Math.min(letters.length - 1, Math.max(0, wanted))];
    if (letter !== undefined && letter !== active) onPick(letter);
  };
  const pickAt = (event: PointerEvent<HTMLElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    pick(Math.floor(((event.clientY - top) / height) * letters.length));
  };
  const pickByKey = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    pick(place + step);
  };
  return (
    <div
      className={letterRailCss.rail}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(true);
        pickAt(event);
      }}
      onPointerMove={(event) => isDragged && pickAt(event)}
      onPointerUp={() => setDragged(false)}
      onPointerCancel={() => setDragged(false)}
    >
      <input
        type="range"
        aria-label={locationMessages.letters}
        aria-orientation="vertical"
        aria-valuetext={letters[Math.max(0, place)]}
        min={0}
        max={letters.length - 1}
        value={Math.max(0, place)}
        onChange={(event) => pick(Number(event.target.value))}
        onKeyDown={pickByKey}
      />
      {letters.map((letter) => (
        <span key={letter} className={letter === active ? stateCss.selected : undefined} aria-hidden="true">
          {letter}
          {isDragged && letter === active && (
            <i>
              <b>{letter}</b>
            </i>
          )}
        </span>
      ))}
    </div>
  );
}
