import { useEffect, useState } from "react";
import type { CityListing, District, DistrictMatches } from "#contract/location/location.ts";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import type { CityIndex } from "./api.ts";
import { useDebouncedValue } from "../ui/hooks/use-debounced-value.ts";
import { CityRow } from "./city-row.tsx";
import { mayBeDistrict, mayBeDistrictSound, mergeMatches, provinceNote } from "./city-search.ts";
import { locationMessages } from "./messages.ts";
import * as cityCss from "./city.module.css";
import * as textCss from "../ui/styles/text.module.css";

type CitySearchResultsProps = {
  index: CityIndex;
  text: string;
  current: string | null;
  /** Loads the district tree, called with the first text that may be a district's name. */
  loadDistricts: () => Promise<District>;
  /** Finds districts on the server, which knows their pinyin and traditional characters. */
  findDistricts: (text: string) => Promise<DistrictMatches>;
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

/** Matches of the server for the text that was typed last; without them the index and the tree are searched. */
function useDistrictMatches(
  text: string,
  find: (text: string) => Promise<DistrictMatches>,
): { matches: DistrictMatches | null; isPending: boolean } {
  const [found, setFound] = useState<{ text: string; matches: DistrictMatches | null } | null>(null);
  const settled = useDebouncedValue(text);
  useEffect(() => {
    if (!mayBeDistrictSound(settled)) return;
    let isGone = false;
    find(settled).then(
      (matches) => !isGone && setFound({ text: settled, matches }),
      () => !isGone && setFound({ text: settled, matches: null }),
    );
    return () => {
      isGone = true;
    };
  }, [settled, find]);
  const isFound = found?.text === text;
  return { matches: isFound ? found.matches : null, isPending: !isFound && mayBeDistrictSound(text) };
}

/** Search results, best first: cities, then districts with their city. */
export function CitySearchResults(props: CitySearchResultsProps) {
  const { index, text, current, loadDistricts, findDistricts, onChoose } = props;
  const tree = useDistricts(mayBeDistrict(text), loadDistricts);
  const { matches, isPending } = useDistrictMatches(text, findDistricts);
  const { cities, districts } = mergeMatches(index, text, tree, matches);
  const count = cities.length + districts.length;
  return (
    <div className={cityCss.body}>
      <output className={textCss.visuallyHidden}>
        {(count > 0 || !isPending) && locationMessages.found(count)}
      </output>
      {count === 0 && !isPending && (
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
