import type { ComponentType, ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import type { Brand } from "#contract/core/brand.ts";
import { backToApp, isFirstEntry } from "../../platform/navigation/app-back.ts";
import { classNames } from "../styles/class-names.ts";
import type { IconProps } from "../icons/icon.tsx";
import {
  BagIcon,
  CalendarStarIcon,
  ChevronLeftIcon,
  HomeIcon,
  PeopleIcon,
  PersonIcon,
  PinIcon,
  SearchIcon,
} from "../icons/common-icons.tsx";
import { Logo } from "./logo.tsx";
import { uiMessages } from "../messages.ts";
import * as frameCss from "../styles/frame.module.css";
import * as frameWideCss from "../styles/frame-wide.module.css";
import * as layoutCss from "../styles/layout.module.css";
import * as textCss from "../styles/text.module.css";

const looks = { surface: null, plain: frameCss.plain, clear: frameCss.clear };

export type NavigationTab = "home" | "activities" | "club" | "mall" | "mine";
const navigationEntries: {
  tab: NavigationTab;
  to: string;
  label: string;
  TabIcon: ComponentType<IconProps>;
}[] = [
  { tab: "home", to: "/", label: uiMessages.home, TabIcon: HomeIcon },
  { tab: "activities", to: "/list", label: uiMessages.activities, TabIcon: CalendarStarIcon },
  { tab: "club", to: "/club", label: uiMessages.club, TabIcon: PeopleIcon },
  { tab: "mall", to: "/mall", label: uiMessages.mall, TabIcon: BagIcon },
  { tab: "mine", to: "/mine", label: uiMessages.mine, TabIcon: PersonIcon },
];

/** Tab bar on phones; the desktop header has the same entries. */
export const TabBar = ({ current }: { current: NavigationTab }) => (
  <div className={frameCss.tabBar}>
    <nav aria-label={uiMessages.mainNavigation}>
      {navigationEntries.map(({ tab, to, label, TabIcon }) => (
        <Link key={tab} to={to} prefetch="intent" aria-current={tab === current ? "page" : undefined}>
          <TabIcon />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  </div>
);

type DesktopHeaderProps = {
  brand: Pick<Brand, "name" | "latin" | "logo">;
  current?: NavigationTab;
  /** Name of the city and the action of its button; without it there is no button. */
  city?: { name: string; choose: () => void };
  /** At the right end: the account button. */
  children?: ReactNode;
};

/** Desktop header: logo, entries, search, city. Hidden below 1024 px. */
export const DesktopHeader = ({ brand, current, city, children }: DesktopHeaderProps) => (
  <header className={frameCss.desktopHeader}>
    <div className={frameCss.inner}>
      <Link to="/" className={`${layoutCss.row} ${frameWideCss.entry}`}>
        <Logo brand={brand} />
      </Link>
      <nav aria-label={uiMessages.headerNavigation}>
        {navigationEntries.map(({ tab, to, label }) => (
          <Link key={tab} to={to} prefetch="intent" aria-current={tab === current ? "page" : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <Link className={frameWideCss.search} to="/list#search">
        <SearchIcon size={20} />
        {uiMessages.search}
      </Link>
      {city && (
        <button
          type="button"
          className={`${layoutCss.row} ${layoutCss.gap1} ${textCss.small} ${textCss.medium} ${frameWideCss.entry}`}
          aria-label={uiMessages.cityNow(city.name)}
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

/** Desktop footer. Hidden below 1024 px. */
export const Footer = ({ brand }: { brand: Brand }) => (
  <footer className={frameCss.footer}>
    <div className={frameCss.inner}>
      <Logo brand={brand} />
      <span>{uiMessages.contact(brand.servicePhone)}</span>
      <span>{brand.copyright}</span>
    </div>
  </footer>
);

type BackLinkProps = {
  /** Target when this page is the first of the visit. */
  to: string;
  className?: string;
};

/**
 * Link to the previous page; on the first page of a visit back to the host app if there is one, else to the
 * parent page. A plain link until the script runs.
 */
export function BackLink({ to, className }: BackLinkProps) {
  const navigate = useNavigate();
  return (
    <Link
      to={to}
      className={classNames(`${frameCss.iconButton} ${frameCss.back}`, className)}
      aria-label={uiMessages.back}
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
  /** Target of the back link on the first page of a visit. */
  back: string;
  look?: "surface" | "plain" | "clear";
  hasLine?: boolean;
  /** Buttons at the right end. */
  children?: ReactNode;
};

/** Title bar of the page; hidden if the host draws one (frame.module.css). */
export const NavBar = ({ title, back, look = "surface", hasLine, children }: NavBarProps) => (
  <header className={classNames(frameCss.navBar, looks[look], hasLine && frameCss.withLine)}>
    <div className={frameCss.inner}>
      <BackLink to={back} className={look === "clear" ? frameCss.glass : ""} />
      {title !== undefined && <h1 className={`${frameCss.title} ${textCss.ellipsis}`}>{title}</h1>}
      {children !== undefined && <span className={`${layoutCss.toEnd} ${layoutCss.row}`}>{children}</span>}
    </div>
  </header>
);
