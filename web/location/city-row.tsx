import type { KeyboardEvent } from "react";
import type { CityListing } from "#contract/location/location.ts";
import * as cityCss from "./city.module.css";
import * as textCss from "../ui/styles/text.module.css";

type CityRowProps = {
  name: string;
  /** Distinguishes cities of the same name: the province, or city and province. */
  note?: string | undefined;
  isCurrent?: boolean;
  onChoose: () => void;
};

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
/** Moves the focus by arrow keys from row to row, and from the first search result back to the input. */
function moveAlongRows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const row = event.currentTarget;
  const rows = [...(row.closest(`.${cityCss.body}`)?.querySelectorAll<HTMLElement>(`.${cityCss.row}`) ?? [])];
  if (step === undefined) return;
  event.preventDefault();
  const next = rows[rows.indexOf(row) + step];
  const search = row.closest(`.${cityCss.found}`) && row.closest(`.${cityCss.sheet}`)?.querySelector("input");
  if (next) next.focus();
  else if (step < 0) search?.focus();
}

/** Row of a city list. */
export const CityRow = ({ name, note, isCurrent, onChoose }: CityRowProps) => (
  <button
    type="button"
    className={cityCss.row}
    aria-current={isCurrent || undefined}
    onClick={onChoose}
    onKeyDown={moveAlongRows}
  >
    {name}
    {note !== undefined && <small>{note}</small>}
  </button>
);

type CityGridProps = {
  title: string;
  cities: readonly CityListing[];
  current: string | null;
  onChoose: (city: CityListing) => void;
};

/** Grid of cities: hot or recently chosen ones. */
export const CityGrid = ({ title, cities, current, onChoose }: CityGridProps) => (
  <section className={cityCss.block}>
    <h3>{title}</h3>
    <div className={cityCss.grid}>
      {cities.map((city) => (
        <button
          key={city.code}
          type="button"
          className={textCss.ellipsis}
          aria-current={city.code === current || undefined}
          onClick={() => onChoose(city)}
        >
          {city.shortName}
        </button>
      ))}
    </div>
  </section>
);
