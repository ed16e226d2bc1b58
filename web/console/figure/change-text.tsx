import type { Figure } from "#contract/console/figures.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import * as utilityCss from "../kit/styles/utility.module.css";
import { changeOf } from "./figure-text.ts";
import * as figureCss from "./figure.module.css";
import { figurePageMessages as texts } from "./messages.ts";

const arrows = { up: "▲", down: "▼", same: null } as const;
const words = { up: texts.up, down: texts.down, same: null } as const;

/** Change of a figure to the period before: arrow and words, coloured by whether it is for the better. */
export function ChangeText({ figure }: { figure: Pick<Figure, "figure" | "value" | "previous"> }) {
  const change = changeOf(figure);
  if (change === null) return <span className={utilityCss.muted}>—</span>;
  const { text, direction, isBetter } = change;
  return (
    <span
      className={classNames(
        utilityCss.number,
        figureCss.change,
        isBetter === true && figureCss.better,
        isBetter === false && figureCss.worse,
      )}
    >
      {arrows[direction] !== null && <span aria-hidden="true">{arrows[direction]}</span>}
      {words[direction] !== null && <span className={utilityCss.visuallyHidden}>{words[direction]}</span>}
      {text}
    </span>
  );
}
