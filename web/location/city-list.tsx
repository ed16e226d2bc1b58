import { useMemo, useRef, useState, type ReactNode } from "react";
import type { CityListing } from "#contract/location/location.ts";
import type { CityIndex } from "./api.ts";
import { CityGrid, CityRow } from "./city-row.tsx";
import { AlphabetIndex } from "./alphabet-index.tsx";
import { groupByLetter, namesOtherProvince } from "./city-search.ts";
import { locationMessages } from "./messages.ts";
import * as cityCss from "./city.module.css";

type CityListProps = {
  index: CityIndex;
  current: string | null;
  history: readonly CityListing[];
  onChoose: (city: CityListing) => void;
  /** Content above the list: the user's current location. */
  children: ReactNode;
};

/** Located city, recently chosen and hot ones, then all by letter with the alphabet rail. */
export function CityList({ index, current, history, onChoose, children }: CityListProps) {
  const letters = useMemo(() => groupByLetter(index.cities), [index]);
  const hot = index.hot.flatMap((code) => index.cities.find((city) => city.code === code) ?? []);
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  /**
   * Suppresses the scroll event of a pick, because the last sections never reach the top and another letter
   * would become active.
   */
  const isPicking = useRef(false);
  const sections = () => [...(scroller.current?.querySelectorAll<HTMLElement>("[data-letter]") ?? [])];
  const pick = (letter: string) => {
    const section = sections().find(({ dataset }) => dataset["letter"] === letter);
    if (!section || !scroller.current) return;
    const before = scroller.current.scrollTop;
    scroller.current.scrollTop = section.offsetTop;
    isPicking.current = scroller.current.scrollTop !== before;
    setActive(letter);
  };
  const follow = () => {
    if (isPicking.current) {
      isPicking.current = false;
      return;
    }
    const top = (scroller.current?.scrollTop ?? 0) + 1;
    const passed = sections().filter(({ offsetTop }) => offsetTop <= top);
    setActive(passed[passed.length - 1]?.dataset["letter"] ?? null);
  };
  return (
    <>
      <div className={cityCss.body} ref={scroller} onScroll={follow}>
        {children}
        {history.length > 0 && (
          <CityGrid title={locationMessages.history} cities={history} {...{ current, onChoose }} />
        )}
        <CityGrid title={locationMessages.hot} cities={hot} {...{ current, onChoose }} />
        <div className={cityCss.columns}>
          {letters.map(({ letter, cities }) => (
            <section key={letter} data-letter={letter} aria-label={letter}>
              <h3 className={cityCss.letter}>{letter}</h3>
              {cities.map((city) => (
                <CityRow
                  key={city.code}
                  name={city.shortName}
                  note={namesOtherProvince(city, index.cities) ? city.province : undefined}
                  isCurrent={city.code === current}
                  onChoose={() => onChoose(city)}
                />
              ))}
            </section>
          ))}
        </div>
      </div>
      <AlphabetIndex letters={letters.map(({ letter }) => letter)} active={active} onPick={pick} />
    </>
  );
}
