import { Link } from "react-router";
import type { UserInfo } from "#contract/session.ts";
import { BackLink } from "../ui/frame.tsx";
import { ChevronDownIcon, PinIcon, SearchIcon } from "../ui/icons.tsx";
import { PersonButton } from "../ui/person-button.tsx";
import { formatDistance } from "../ui/format.ts";
import type { IndexValue } from "./index-data.ts";
import type { CityChoice } from "./list-city.ts";
import { searchFragment } from "./list-search.tsx";
import { words } from "./words.ts";
import { indexWords } from "./index-words.ts";

/** How many one can sign up for, with the nearest's distance where it is the person's own. */
export function introduction(open: IndexValue["open"], cityName: string): string {
  if (open.count === 0) return indexWords.nothing(cityName);
  if (open.nearest === null) return indexWords.counted(cityName, open.count);
  return indexWords.nearest(open.count, formatDistance(open.nearest));
}

type HeroProps = {
  city: CityChoice;
  user: UserInfo | null;
  /** Null while it comes. */
  open: IndexValue["open"] | null;
};

/** City, search and greeting on deep ground (mockups 01-index). */
export const IndexHero = ({ city, user, open }: HeroProps) => (
  <section className="hero">
    <div className="top">
      <BackLink to="/" className="app-only" />
      <button
        type="button"
        className="city"
        onClick={city.choose}
        aria-label={words.list.cityNow(city.name)}
        data-tap="press"
        suppressHydrationWarning
      >
        <PinIcon size={20} />
        {city.name}
        <ChevronDownIcon size={16} />
      </button>
      <Link
        className="sfield"
        to={`/list#${searchFragment}`}
        aria-label={indexWords.search}
        prefetch="intent"
      >
        <span>
          <SearchIcon size={16} />
          <span className="el1">{indexWords.search}</span>
        </span>
      </Link>
      <PersonButton isIconOnly />
    </div>
    <div className="hello">
      <h1>{user ? indexWords.greetingTo(user.nickname) : indexWords.greeting}</h1>
      <p>{open === null ? " " : introduction(open, city.name)}</p>
    </div>
  </section>
);
