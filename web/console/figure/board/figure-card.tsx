import { Link } from "react-router";
import type { Figure } from "#contract/console/figures.ts";
import { groupDigits } from "../../kit/chart/chart-spec.ts";
import { Sparkline } from "../../kit/chart/sparkline.tsx";
import { Badge } from "../../kit/display/badge.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { ChangeText } from "../change-text.tsx";
import { changeOf, numberText, figureTerm } from "../figure-text.ts";
import * as figureCss from "../figure.module.css";
import { MeaningButton } from "../meaning-button.tsx";
import { figurePageMessages as texts } from "../messages.ts";

const { clause: CLAUSE } = texts;

/** Line below a figure: of a rate its two numbers, else what is counted. */
function footOf({ figure, value, counted, rows }: Figure): string {
  const { kind, meaning } = figureTerm(figure);
  if (kind === "persons") return texts.persons;
  const [first = "", second] = meaning.split(CLAUSE);
  if (kind !== "rate") return kind === "hours" || second === undefined ? first : first + CLAUSE + second;
  const [part = "", whole = ""] = texts.rateParts[figure as keyof typeof texts.rateParts] ?? [];
  return value === null ? first : texts.share(part, groupDigits(counted), whole, groupDigits(rows));
}

type FigureCardProps = {
  figure: Figure;
  /** Its course day by day; null until it is loaded. */
  course: readonly (number | null)[] | null;
  versus: string;
  /** Address of 查看明细; null: the operator may not see rows. */
  rowsLink: string | null;
};

/** Card of a figure: 口径, value, change, course, and the way to the rows that it counts. */
export function FigureCard({ figure, course, versus, rowsLink }: FigureCardProps) {
  const { name, unit, kind } = figureTerm(figure.figure);
  const isMoney = kind === "fen";
  const change = changeOf(figure);
  const tone = figure.figure === "arrivalRate" ? "second" : "main";
  return (
    <section className={`${utilityCss.panel} ${figureCss.card}`} aria-label={name}>
      <div className={figureCss.cardHead}>
        <h2>{name}</h2>
        <MeaningButton figure={figure.figure} />
        {rowsLink !== null && (
          <Link to={rowsLink} className={utilityCss.link} aria-label={texts.rowsOf(name)}>
            <span className={figureCss.wideOnly}>{texts.rowsLink}</span>
            <span className={figureCss.narrowOnly}>{texts.rowsShort}</span>
          </Link>
        )}
      </div>
      <div className={figureCss.cardMiddle}>
        <div>
          <p className={figureCss.value}>
            {figure.value !== null && isMoney && <small>¥</small>}
            {numberText(figure.figure, figure.value)}
            {figure.value !== null && !isMoney && <small>{unit}</small>}
          </p>
          <p className={figureCss.versus}>
            {figure.isChecking ? (
              <Badge tone="warn">
                <span title={texts.checkingHint}>{texts.checking}</span>
              </Badge>
            ) : (
              versus !== "" &&
              (change === null ? (
                texts.noPrevious
              ) : (
                <>
                  <ChangeText figure={figure} /> {versus}
                </>
              ))
            )}
          </p>
        </div>
        {course !== null && course.length > 1 && (
          <Sparkline values={course} tone={change?.isBetter === false ? "error" : tone} />
        )}
      </div>
      <p className={figureCss.cardFoot}>{footOf(figure)}</p>
    </section>
  );
}

/** Cards while they are loaded. */
export const CardsSkeleton = () => (
  <div className={figureCss.cards} aria-busy="true">
    {[1, 2, 3, 4, 5].map((key) => (
      <div key={key} className={`${utilityCss.panel} ${figureCss.cardBone}`} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
    ))}
    <span className={utilityCss.visuallyHidden}>{texts.figures}</span>
  </div>
);
