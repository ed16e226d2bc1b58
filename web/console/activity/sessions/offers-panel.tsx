import type { SeatsResult } from "#contract/console/activity/sessions.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { Badge } from "../../kit/display/badge.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { Panel } from "../../kit/layout/page-layout.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { seatMessages as texts } from "./messages.ts";
import * as sessionsCss from "./sessions.module.css";

/** People who will be offered a seat, in order and masked (requirement CO54). */
export const OffersPanel = ({
  offers,
  hasChanges,
}: {
  offers: SeatsResult["offers"];
  hasChanges: boolean;
}) => (
  <Panel title={texts.offers}>
    {offers.length === 0 ? (
      <p className={utilityCss.secondary}>{hasChanges ? texts.noOffers : texts.hint}</p>
    ) : (
      <div className={utilityCss.stack}>
        <NoteBar tone="info">{texts.offersText(offers.length)}</NoteBar>
        <ol className={sessionsCss.offers}>
          {offers.map(({ name, mobile, joinedTime }, at) => (
            <li key={`${joinedTime} ${mobile} ${at}`}>
              <span className={utilityCss.muted}>{at + 1}</span>
              <span className={utilityCss.grow} data-private>
                {name} {mobile}
                <small>{texts.joined(formatShort(joinedTime))}</small>
              </span>
              <Badge tone="ok">{texts.offers}</Badge>
            </li>
          ))}
        </ol>
      </div>
    )}
  </Panel>
);
