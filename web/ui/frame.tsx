import type { ComponentType, ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import type { Brand } from "#contract/brand.ts";
import { backToApp, isFirstEntry } from "../platform/back.ts";
import { classes } from "./classes.ts";
import type { IconProps } from "./icon.tsx";
import {
  BagIcon,
  CalendarStarIcon,
  ChevronLeftIcon,
  HomeIcon,
  PeopleIcon,
  PersonIcon,
  PinIcon,
  SearchIcon,
} from "./icons.tsx";
import { Logo } from "./logo.tsx";
import { words } from "./words.ts";

export type Place = "home" | "activities" | "club" | "mall" | "mine";
/** Every entry leads somewhere. */
const places: { place: Place; to: string; label: string; PlaceIcon: ComponentType<IconProps> }[] = [
  { place: "home", to: "/", label: words.home, PlaceIcon: HomeIcon },
  { place: "activities", to: "/list", label: words.activities, PlaceIcon: CalendarStarIcon },
  { place: "club", to: "/club", label: words.club, PlaceIcon: PeopleIcon },
  { place: "mall", to: "/mall", label: words.mall, PlaceIcon: BagIcon },
  { place: "mine", to: "/mine", label: words.mine, PlaceIcon: PersonIcon },
];

/** The phone's tab bar; on a desktop the header has the same entries. */
export const TabBar = ({ current }: { current: Place }) => (
  <div className="tabbar">
    <nav aria-label={words.mainNavigation}>
      {places.map(({ place, to, label, PlaceIcon }) => (
        <Link key={place} to={to} prefetch="intent" aria-current={place === current ? "page" : undefined}>
          <PlaceIcon />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  </div>
);

type DesktopHeaderProps = {
  brand: Pick<Brand, "name" | "latin" | "logo">;
  current?: Place;
  /** Shown name of the city and what its button does; without one there is no button. */
  city?: { name: string; choose: () => void };
  /** At the right end: the person, once known. */
  children?: ReactNode;
};

/** The desktop's header: logo, entries, search, city. Hidden below 1024 px. */
export const DesktopHeader = ({ brand, current, city, children }: DesktopHeaderProps) => (
  <header className="desk">
    <div className="in">
      <Link to="/" className="row who">
        <Logo brand={brand} />
      </Link>
      <nav aria-label={words.mainNavigation}>
        {places.map(({ place, to, label }) => (
          <Link key={place} to={to} prefetch="intent" aria-current={place === current ? "page" : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <Link className="srch" to="/list#search">
        <SearchIcon size={20} />
        {words.search}
      </Link>
      {city && (
        <button
          type="button"
          className="row g1 bs md who"
          aria-label={words.cityNow(city.name)}
          onClick={city.choose}
          data-tap="press"
          suppressHydrationWarning
        >
          <PinIcon size={20} />
          {city.name}
        </button>
      )}
      {children}
    </div>
  </header>
);

/** The desktop's footer. Hidden below 1024 px. */
export const Footer = ({ brand }: { brand: Brand }) => (
  <footer className="foot">
    <div className="in">
      <Logo brand={brand} />
      <span>{words.contact(brand.servicePhone)}</span>
      <span>{brand.copyright}</span>
    </div>
  </footer>
);

type BackLinkProps = {
  /** Where it leads when this page is the first one of the visit. */
  to: string;
  className?: string;
};

/**
 * Back: the page before; on the first page out to the maker's app where that stands around it, else
 * the page above. A plain link until the script runs.
 */
export function BackLink({ to, className }: BackLinkProps) {
  const navigate = useNavigate();
  return (
    <Link
      to={to}
      className={classes("ib back", className)}
      aria-label={words.back}
      onClick={(event) => {
        if (!isFirstEntry()) void navigate(-1);
        else if (!backToApp(() => void navigate(to))) return;
        event.preventDefault();
      }}
    >
      <ChevronLeftIcon />
    </Link>
  );
}

type NavBarProps = {
  title?: string;
  /** Where back leads from a first page. */
  back: string;
  look?: "surface" | "plain" | "clear";
  hasLine?: boolean;
  /** Buttons at the right end. */
  children?: ReactNode;
};

/** The page's own title bar; where the host draws one, it is hidden (see frame.css). */
export const NavBar = ({ title, back, look = "surface", hasLine, children }: NavBarProps) => (
  <header className={classes("navbar", look !== "surface" && look, hasLine && "line")}>
    <div className="in">
      <BackLink to={back} className={look === "clear" ? "glass" : ""} />
      {title !== undefined && <h1 className="ttl el1">{title}</h1>}
      {children !== undefined && <span className="end row">{children}</span>}
    </div>
  </header>
);
