import { useState } from "react";
import type { City, Place } from "#contract/location.ts";
import { LocateIcon, RefreshIcon } from "../ui/icons-of-forms.tsx";
import { Notice } from "../ui/notice.tsx";
import { provinceNote } from "./search.ts";
import { words } from "./words.ts";

/** Where the person is, or that they do not want it known (requirement J05). */
export type Located =
  /** `isByNetwork`: guessed by the network's address alone. */
  (Pick<Place, "cityId"> & { readonly isByNetwork?: boolean }) | { readonly refused: true };
type State = "idle" | "locating" | "refused" | "failed" | "fresh";

type LocatedBlockProps = {
  /** As known before; null: not asked yet. */
  located: Located | null;
  locate: () => Promise<Located>;
  cityOf: (code: string) => City | undefined;
  onChoose: (city: City) => void;
};

const isRefused = (located: Located | null): boolean => located !== null && "refused" in located;

/** The person's own city, and asking for it again (requirement J16). */
export function LocatedBlock({ located, locate, cityOf, onChoose }: LocatedBlockProps) {
  const [known, setKnown] = useState(located);
  const [state, setState] = useState<State>(isRefused(located) ? "refused" : "idle");
  const city = known !== null && !("refused" in known) ? cityOf(known.cityId) : undefined;
  const ask = async () => {
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
    <section className="city-block">
      <h3>{words.locatedHeading}</h3>
      <div className="row btw g3" aria-live="polite">
        {state !== "locating" && city ? (
          <button type="button" className="city-here" onClick={() => onChoose(city)}>
            <LocateIcon size={20} />
            <b>{city.shortName}</b>
            <span className="cap c3">{noteOf(known, city, state)}</span>
          </button>
        ) : (
          <span className="city-here c2">
            <LocateIcon size={20} />
            {textOf(state)}
          </span>
        )}
        <button type="button" className="lk nw" disabled={state === "locating"} onClick={() => void ask()}>
          <RefreshIcon size={16} />
          {known === null && state === "idle" ? words.locate : words.locateAgain}
        </button>
      </div>
      {state === "refused" && <Notice kind="warn">{words.refusedHow}</Notice>}
      {state === "failed" && <Notice kind="warn">{words.failedHow}</Notice>}
    </section>
  );
}

/** How the city was found where that is worth a word, when, or where it lies. */
function noteOf(known: Located | null, city: City, state: State): string | undefined {
  if (known && "isByNetwork" in known && known.isByNetwork) return words.byNetwork;
  return state === "fresh" ? words.justNow : provinceNote(city);
}

function textOf(state: State): string {
  if (state === "locating") return words.locating;
  if (state === "refused") return words.refused;
  return state === "failed" ? words.failed : words.notLocated;
}
