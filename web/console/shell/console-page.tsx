import { useEffect, useState, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { OperatorRight, RightReach } from "#contract/console/rights.ts";
import { formatClock } from "#contract/core/date-text.ts";
import { setPageTitle } from "../../platform/console/page-facts.ts";
import { useNarrowScreen } from "../../platform/console/use-narrow-screen.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { NarrowPage, NoRight } from "../kit/feedback/page-state.tsx";
import { PageHead, PageMain } from "../kit/layout/page-layout.tsx";
import { GlobalSearch } from "./search/global-search.tsx";
import { shellMessages } from "./messages.ts";
import { itemOf } from "./navigation.ts";
import { PageActions } from "./page-actions.ts";
import { PersonMenu } from "./person-menu.tsx";
import { useSession } from "./session-context.tsx";
import { useNavigationItems } from "./shown-items.ts";
import * as shellCss from "./shell.module.css";

/** State of the live connection: numbers come by themselves, or are of a moment. */
type LiveState =
  | { readonly isLive: true }
  | {
      /** The numbers of this moment are read again by themselves; false: that fails. */
      readonly isLive: boolean;
      readonly asOf: string | number;
    };

type ConsolePageProps = {
  /** Heading, also the document's title: it names no person. */
  title: string;
  /** Heading on the screen where it names what the document's title must not. */
  heading?: ReactNode;
  /** Page above this one. */
  crumb?: { readonly to: string; readonly label: string };
  /** Right without which the page shows 没有权限. */
  right?: OperatorRight;
  reach?: RightReach;
  /** The page works below 768 px: board, check-in, leads. Others ask for a wider window there. */
  isForPhones?: boolean;
  live?: LiveState;
  /** At the left of the search: 正在编辑. */
  beside?: ReactNode;
  /** Line below the head instead of the area's tabs. */
  head?: ReactNode;
  /** Buttons at the right of the area's tabs. */
  actions?: ReactNode;
  children: ReactNode;
};

/** Page of the console: head, tabs of its area, content. */
export function ConsolePage(props: ConsolePageProps) {
  const { title, heading = title, crumb, right, reach, live, beside, head, actions, children } = props;
  const session = useSession();
  useEffect(() => setPageTitle(`${title} · ${shellMessages.product}`), [title]);
  const isAllowed = right === undefined || session.may(right, reach);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const isTooNarrow = useNarrowScreen() && props.isForPhones !== true;
  return (
    <>
      <header className={shellCss.head}>
        <div className={shellCss.title}>
          {crumb && (
            <Link to={crumb.to} className={shellCss.crumb}>
              {crumb.label} <span aria-hidden="true">/</span>
            </Link>
          )}
          <h1>{heading}</h1>
        </div>
        {beside}
        {live && <LiveDot live={live} />}
        <GlobalSearch />
        <PersonMenu />
      </header>
      <main id="content" tabIndex={-1}>
        {isTooNarrow && (
          <PageMain>
            <NarrowPage />
          </PageMain>
        )}
        {!isTooNarrow && isAllowed && (
          <PageActions value={place}>
            {head ?? <AreaHead actions={actions} onPlace={setPlace} />}
            <PageMain>{children}</PageMain>
          </PageActions>
        )}
        {!isTooNarrow && !isAllowed && (
          <PageMain>
            <NoRight right={right} />
          </PageMain>
        )}
      </main>
    </>
  );
}

/** Tabs of the area to which the page belongs; nothing for an area with one page and no buttons. */
function AreaHead({
  actions,
  onPlace,
}: {
  actions: ReactNode;
  /** Gets the place of the buttons that the page's list adds. */
  onPlace: (place: HTMLElement | null) => void;
}) {
  const { pathname } = useLocation();
  const area = itemOf(useNavigationItems(), pathname);
  const tabs = (area?.pages ?? []).map(({ path, label }) => ({ to: path, label }));
  if (tabs.length < 2 && actions === undefined) return null;
  const headActions = (
    <>
      {actions}
      <span ref={onPlace} className={shellCss.actionsPlace} />
    </>
  );
  return (
    <PageHead label={shellMessages.withinPage} tabs={tabs.length < 2 ? [] : tabs} actions={headActions} />
  );
}

const LiveDot = ({ live }: { live: LiveState }) => (
  <output className={shellCss.live}>
    <span className={classNames(shellCss.dot, !live.isLive && shellCss.stale)} aria-hidden="true" />
    {"asOf" in live ? shellMessages.dataAsOf(formatClock(live.asOf)) : shellMessages.live}
  </output>
);
