import { useState } from "react";
import type { Health } from "#contract/console/watch/health.ts";
import { formatClock } from "#contract/core/date-text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import { healthMessages } from "./messages.ts";
import * as healthCss from "./health.module.css";

const { signUps: texts } = healthMessages;
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [300, 140, 30, 18];
const DONE: ReadonlySet<string> = new Set(["accepted", "waitlisted", "again"]);

type Slot = {
  readonly time: string;
  readonly done: number;
  readonly refused: number;
  readonly failed: number;
};
const slotOf = ({ slot, outcomes }: Health["signUps"][number]): Slot => {
  const sum = (test: (outcome: string) => boolean): number =>
    outcomes.reduce((all, { outcome, count }) => all + (test(outcome) ? count : 0), 0);
  const [done, failed] = [sum((outcome) => DONE.has(outcome)), sum((outcome) => outcome === "failed")];
  return { time: slot, done, failed, refused: sum(() => true) - done - failed };
};
/** A round number that is no less: the top of the scale. */
function topOf(most: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 5, 10].map((factor) => factor * step).find((top) => top >= most) ?? most;
}

const kinds = ["done", "refused", "failed"] as const;
const classes = { done: healthCss.done, refused: healthCss.refused, failed: healthCss.failed };

function Bars({ slots }: { slots: readonly Slot[] }) {
  const top = topOf(Math.max(...slots.map(({ done, refused, failed }) => done + refused + failed)));
  const width = (WIDTH - LEFT) / slots.length;
  const scale = (HEIGHT - BOTTOM - 8) / top;
  const base = HEIGHT - BOTTOM;
  return (
    <svg className={healthCss.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {[0, top / 2, top].map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={WIDTH} y1={base - value * scale} y2={base - value * scale} />
          <text x={LEFT - 6} y={base - value * scale + 3} textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      {slots.map((slot, index) => {
        let end = base;
        return (
          <g key={slot.time}>
            {kinds.map((kind) => {
              const height = slot[kind] * scale;
              end -= height;
              return (
                <rect
                  key={kind}
                  className={classes[kind]}
                  x={LEFT + index * width + 3}
                  y={end}
                  width={width - 6}
                  height={height}
                />
              );
            })}
            {index % 3 === 0 && (
              <text x={LEFT + (index + 0.5) * width} y={HEIGHT - 4} textAnchor="middle">
                {formatClock(slot.time)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

const Figures = ({ slots }: { slots: readonly Slot[] }) => (
  <table className={healthCss.figures}>
    <thead>
      <tr>
        <th scope="col">{texts.slot}</th>
        {kinds.map((kind) => (
          <th key={kind} scope="col">
            {texts[kind]}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {slots.map((slot) => (
        <tr key={slot.time}>
          <th scope="row">{formatClock(slot.time)}</th>
          {kinds.map((kind) => (
            <td key={kind}>{slot[kind]}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** Outcomes of the hour in words, the most frequent first: 报上名 214 · 名额已满 12. */
function outcomeWords(slots: Health["signUps"]): string {
  const sums = new Map<string, number>();
  for (const { outcome, count } of slots.flatMap(({ outcomes }) => outcomes))
    sums.set(outcome, (sums.get(outcome) ?? 0) + count);
  return [...sums]
    .toSorted(([, one], [, other]) => other - one)
    .map(([outcome, count]) => `${texts.outcomes[outcome] ?? outcome} ${count}`)
    .join(" · ");
}

/** 报名结果 of the last hour. */
export function SignUpPanel({ slots }: { slots: Health["signUps"] }) {
  const [isTable, setTable] = useState(false);
  const summed = slots.map(slotOf);
  const isEmpty = slots.every(({ outcomes }) => outcomes.length === 0);
  return (
    <Panel
      title={texts.title}
      hint={texts.hint}
      {...(!isEmpty && {
        actions: (
          <ConsoleButton look="quiet" isSmall onClick={() => setTable(!isTable)}>
            {isTable ? texts.asChart : texts.asTable}
          </ConsoleButton>
        ),
      })}
    >
      {isEmpty ? (
        <p className={healthCss.unset}>{texts.none}</p>
      ) : (
        <>
          {isTable ? (
            <Figures slots={summed} />
          ) : (
            <figure aria-label={texts.label}>
              <Bars slots={summed} />
            </figure>
          )}
          <div className={healthCss.legend}>
            {kinds.map((kind) => (
              <span key={kind}>
                <svg viewBox="0 0 10 10" aria-hidden="true">
                  <rect className={classes[kind]} width="10" height="10" rx="2" />
                </svg>
                {texts[kind]}
              </span>
            ))}
          </div>
          <p className={healthCss.legend}>{outcomeWords(slots)}</p>
        </>
      )}
    </Panel>
  );
}
