import type { ActivityEffect } from "#contract/console/activity/publication.ts";
import * as activityCss from "./activity.module.css";
import { consoleActivityTexts as texts } from "./messages.ts";

const { publishDialog: words } = texts;

/** Counted effect of publishing, as figures with what becomes of them. */
export const ImpactFigures = ({ effect }: { effect: ActivityEffect }) => (
  <dl className={activityCss.figures}>
    {(
      [
        [words.guests, effect.guests, effect.notified > 0 ? words.guestsMoved : words.guestsSame],
        [words.waiting, effect.waiting, words.offered(effect.offered)],
        [words.coupons, effect.coupons, words.couponsText],
        [words.koc, effect.kocInReview, words.kocText],
      ] as const
    ).map(([label, value, text]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <b>{value}</b>
          <small>{text}</small>
        </dd>
      </div>
    ))}
  </dl>
);
