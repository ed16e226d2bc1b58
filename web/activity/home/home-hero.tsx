import { Link } from "react-router";
import { chosenNickname } from "#contract/session/default-nickname.ts";
import type { UserInfo } from "#contract/session/session.ts";
import { BackLink } from "../../ui/layout/site-frame.tsx";
import { ChevronDownIcon, PinIcon, SearchIcon } from "../../ui/icons/common-icons.tsx";
import { AccountButton } from "../../ui/layout/account-button.tsx";
import { formatDistance } from "../../ui/display/format.ts";
import type { HomeData } from "./home-data.ts";
import type { CityChoice } from "../list/use-city-choice.ts";
import { searchFragment } from "../list/list-query.ts";
import { uiMessages } from "../../ui/messages.ts";
import { homeMessages } from "./home-messages.ts";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as homeCss from "./home.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Number of open activities, with the distance to the nearest one if the person's own point is known. */
export function introductionText(open: HomeData["open"], cityName: string): string {
  if (open.count === 0) return homeMessages.nothing(cityName);
  if (open.nearest === null) return homeMessages.counted(cityName, open.count);
  return homeMessages.nearest(open.count, formatDistance(open.nearest));
}

type HeroProps = {
  city: CityChoice;
  user: UserInfo | null;
  /** Null while it loads. */
  open: HomeData["open"] | null;
};

/** City, search and greeting on a dark background (mockups 01-index). */
export const HomeHero = ({ city, user, open }: HeroProps) => (
  <section className={homeCss.hero}>
    <div className={homeCss.top}>
      <BackLink to="/" className={frameCss.appOnly} />
      <button
        type="button"
        className={homeCss.city}
        onClick={city.choose}
        aria-label={uiMessages.cityNow(city.name)}
        data-tap="press"
        suppressHydrationWarning
      >
        <PinIcon size={20} />
        {city.name}
        <ChevronDownIcon size={16} />
      </button>
      <Link
        className={homeCss.searchField}
        to={`/list#${searchFragment}`}
        aria-label={homeMessages.search}
        prefetch="intent"
      >
        <span>
          <SearchIcon size={16} />
          <span className={textCss.ellipsis}>{homeMessages.search}</span>
        </span>
      </Link>
      <AccountButton isIconOnly />
    </div>
    <div className={homeCss.greeting}>
      <h1>{user ? homeMessages.greetingTo(chosenNickname(user.nickname)) : homeMessages.greeting}</h1>
      <p>{open === null ? " " : introductionText(open, city.name)}</p>
    </div>
  </section>
);
