import { useState } from "react";
import type { CityListing, LocatedPlace } from "#contract/location/location.ts";
import { LocateIcon, RefreshIcon } from "../ui/icons/form-icons.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { provinceNote } from "./city-search.ts";
import { locationMessages } from "./messages.ts";
import * as cityCss from "./city.module.css";
import * as controlsCss from "../ui/styles/controls.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

/** The user's location, or a denied permission (requirement J05). */
export type LocateResult =
  /** `isByNetwork`: derived from the network address only. */
  (Pick<LocatedPlace, "cityId"> & { readonly isByNetwork?: boolean }) | { readonly refused: true };
type State = "idle" | "locating" | "refused" | "failed" | "fresh";

type CurrentCityProps = {
  /** Known location; null: not located yet. */
  located: LocateResult | null;
  locate: () => Promise<LocateResult>;
  cityOf: (code: string) => CityListing | undefined;
  onChoose: (city: CityListing) => void;
};

const isRefused = (located: LocateResult | null): boolean => located !== null && "refused" in located;

/** The user's city, with a button to locate again (requirement J16). */
export function CurrentCity({ located, locate, cityOf, onChoose }: CurrentCityProps) {
  const [known, setKnown] = useState(located);
  const [state, setState] = useState<State>(isRefused(located) ? "refused" : "idle");
  const city = known !== null && !("refused" in known) ? cityOf(known.cityId) : undefined;
  const relocate = async () => {
    setState("locating");
    try {
      const found = await locate();
      setKnown(found);
      setState(isRefused(found) ? "refused" : "fresh");
    } catch {
      setState("failed");
    }
  };
  return (
    <section className={cityCss.block}>
      <h3>{locationMessages.locatedHeading}</h3>
      <div className={`${layoutCss.row} ${layoutCss.spaceBetween} ${layoutCss.gap3}`} aria-live="polite">
        {state !== "locating" && city ? (
          <button type="button" className={cityCss.here} onClick={() => onChoose(city)}>
            <LocateIcon size={20} />
            <b>{city.shortName}</b>
            <span className={`${textCss.caption} ${textCss.tertiary}`}>{sourceNote(known, city, state)}</span>
          </button>
        ) : (
          <span className={`${cityCss.here} ${textCss.secondary}`}>
            <LocateIcon size={20} />
            {statusText(state)}
          </span>
        )}
        <button
          type="button"
          className={`${controlsCss.link} ${textCss.noWrap}`}
          disabled={state === "locating"}
          onClick={() => void relocate()}
        >
          <RefreshIcon size={16} />
          {known === null && state === "idle" ? locationMessages.locate : locationMessages.locateAgain}
        </button>
      </div>
      {state === "refused" && <Notice kind="warn">{locationMessages.refusedHow}</Notice>}
      {state === "failed" && <Notice kind="warn">{locationMessages.failedHow}</Notice>}
    </section>
  );
}

/** Note on how or when the city was located, otherwise its province. */
function sourceNote(known: LocateResult | null, city: CityListing, state: State): string | undefined {
  if (known && "isByNetwork" in known && known.isByNetwork) return locationMessages.byNetwork;
  return state === "fresh" ? locationMessages.justNow : provinceNote(city);
}

function statusText(state: State): string {
  if (state === "locating") return locationMessages.locating;
  if (state === "refused") return locationMessages.refused;
  return state === "failed" ? locationMessages.failed : locationMessages.notLocated;
}
