import { useEffect, useState } from "react";
import type { City, District } from "#contract/location.ts";
import { Empty } from "../ui/states.tsx";
import type { CityIndex } from "./api.ts";
import { CityRow } from "./city-row.tsx";
import { mayBeDistrict, provinceNote, searchCities, searchDistricts } from "./search.ts";
import { words } from "./words.ts";

type SearchResultsProps = {
  index: CityIndex;
  text: string;
  current: string | null;
  /** The district tree, asked for with the first text that may be a district's name. */
  loadDistricts: () => Promise<District>;
  onChoose: (city: City) => void;
};

/** The tree once it is wanted and here; without it cities are still found. */
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

/** What a search finds, best first: cities, then districts with the city they belong to. */
export function SearchResults({ index, text, current, loadDistricts, onChoose }: SearchResultsProps) {
  const tree = useDistricts(mayBeDistrict(text), loadDistricts);
  const cities = searchCities(index.cities, index.hot, text);
  const districts = tree ? searchDistricts(tree, index.cities, text) : [];
  const count = cities.length + districts.length;
  return (
    <div className="city-body">
      <output className="sr">{words.found(count)}</output>
      {count === 0 && <Empty title={words.noMatch(text.trim())} text={words.noMatchHow} />}
      <div className="city-found">
        {cities.map((city) => (
          <CityRow
            key={city.code}
            name={city.shortName}
            note={provinceNote(city)}
            isCurrent={city.code === current}
            onChoose={() => onChoose(city)}
          />
        ))}
        {districts.map(({ name, city }) => (
          <CityRow
            key={name + city.code}
            name={name}
            note={[city.shortName, provinceNote(city)].filter(Boolean).join(" · ")}
            onChoose={() => onChoose(city)}
          />
        ))}
      </div>
    </div>
  );
}
