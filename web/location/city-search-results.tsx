import { useEffect, useState } from "react";
import type { CityListing, District } from "#contract/location/location.ts";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import type { CityIndex } from "./api.ts";
import { CityRow } from "./city-row.tsx";
import { mayBeDistrict, provinceNote, searchCities, searchDistricts } from "./city-search.ts";
import { locationMessages } from "./messages.ts";
import * as cityCss from "./city.module.css";
import * as textCss from "../ui/styles/text.module.css";

type CitySearchResultsProps = {
  index: CityIndex;
  text: string;
  current: string | null;
  /** Loads the district tree, called with the first text that may be a district's name. */
  loadDistricts: () => Promise<District>;
  onChoose: (city: CityListing, districtCode?: string) => void;
};

/** The district tree once loaded; cities are found without it. */
function useDistricts(isWanted: boolean, load: () => Promise<District>): District | null {
  const [tree, setTree] = useState<District | null>(null);
  useEffect(() => {
    if (!isWanted || tree) return;
    let isGone = false;
    load().then(
      (loaded) => !isGone && setTree(loaded),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [isWanted, tree, load]);
  return tree;
}

/** Search results, best first: cities, then districts with their city. */
export function CitySearchResults({ index, text, current, loadDistricts, onChoose }: CitySearchResultsProps) {
  const tree = useDistricts(mayBeDistrict(text), loadDistricts);
  const cities = searchCities(index.cities, index.hot, text);
  const districts = tree ? searchDistricts(tree, index.cities, text) : [];
  const count = cities.length + districts.length;
  return (
    <div className={cityCss.body}>
      <output className={textCss.visuallyHidden}>{locationMessages.found(count)}</output>
      {count === 0 && (
        <EmptyState title={locationMessages.noMatch(text.trim())} text={locationMessages.noMatchHow} />
      )}
      <div className={cityCss.found}>
        {cities.map((city) => (
          <CityRow
            key={city.code}
            name={city.shortName}
            note={provinceNote(city)}
            isCurrent={city.code === current}
            onChoose={() => onChoose(city)}
          />
        ))}
        {districts.map(({ code, name, city }) => (
          <CityRow
            key={code}
            name={name}
            note={[city.shortName, provinceNote(city)].filter(Boolean).join(" · ")}
            onChoose={() => onChoose(city, code)}
          />
        ))}
      </div>
    </div>
  );
}
