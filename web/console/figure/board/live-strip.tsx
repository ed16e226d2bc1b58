import { useEffect, useState } from "react";
import type { LiveFigures } from "#contract/console/figure-live.ts";
import type { FigureName } from "#contract/console/figure-terms.ts";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { listenToFigures } from "../api.ts";
import { fullText } from "../figure-text.ts";
import * as figureCss from "../figure.module.css";
import { figurePageMessages as texts } from "../messages.ts";

type LiveName = FigureName & keyof typeof texts.liveNames;
const names = Object.keys(texts.liveNames) as LiveName[];
/** Shown to those alone who see no figures of activities; beside them there is no room. */
const ofOtherAreas: ReadonlySet<LiveName> = new Set(["paidOrders", "clubArticles", "clubComplaints"]);

/** Today's numbers while the page is shown; null until the first ones came. */
export function useLiveFigures(): LiveFigures | null {
  const [numbers, setNumbers] = useState<LiveFigures | null>(null);
  useEffect(() => listenToFigures(setNumbers), []);
  return numbers;
}

/** 今日实时: numbers as they change; they are not read aloud each time. */
export const LiveStrip = ({ numbers }: { numbers: LiveFigures }) => (
  <section className={`${utilityCss.panel} ${figureCss.live}`} aria-label={texts.live}>
    <span className={figureCss.liveTitle}>
      <span className={figureCss.liveDot} aria-hidden="true" />
      {texts.live}
    </span>
    <dl>
      {names.map((name) => {
        const value = numbers.values[name];
        const isOut = ofOtherAreas.has(name) && numbers.values.signUps !== undefined;
        return value === undefined || isOut ? null : (
          <div key={name}>
            <dt>{texts.liveNames[name]}</dt>
            <dd>{fullText(name, value)}</dd>
          </div>
        );
      })}
    </dl>
    <span className={figureCss.liveNote}>{texts.liveNote(numbers.sessionsRunning)}</span>
  </section>
);
