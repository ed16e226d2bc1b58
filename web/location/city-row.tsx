import type { KeyboardEvent } from "react";
import type { CityListing } from "#contract/location/location.ts";

type CityRowProps = {
  name: string;
  /** Tells it from others of the name: the province, or city and province. */
  note?: string | undefined;
  isCurrent?: boolean;
  onChoose: () => void;
};

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
/** Arrow keys go from line to line; from a search's first one back to its text. */
function moveAlongRows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const row = event.currentTarget;
  const rows = [...(row.closest(".city-body")?.querySelectorAll<HTMLElement>(".city-row") ?? [])];
  if (step === undefined) return;
  event.preventDefault();
  const next = rows[rows.indexOf(row) + step];
  const search = row.closest(".city-found") && row.closest(".city-sheet")?.querySelector("input");
  if (next) next.focus();
  else if (step < 0) search?.focus();
}

/** One line of a list of cities. */
export const CityRow = ({ name, note, isCurrent, onChoose }: CityRowProps) => (
  <button
    type="button"
    className="city-row"
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

/** A block of cities side by side: the hot ones, those chosen last. */
export const CityGrid = ({ title, cities, current, onChoose }: CityGridProps) => (
  <section className="city-block">
    <h3>{title}</h3>
    <div className="city-grid">
      {cities.map((city) => (
        <button
          key={city.code}
          type="button"
          className="el1"
          aria-current={city.code === current || undefined}
          onClick={() => onChoose(city)}
        >
          {city.shortName}
        </button>
      ))}
    </div>
  </section>
);
