import type { ReactNode } from "react";
import type { Brand } from "#contract/core/brand.ts";
import { classNames } from "../styles/class-names.ts";
import { DesktopHeader, Footer, TabBar, type NavigationTab } from "./site-frame.tsx";
import { AccountButton } from "./account-button.tsx";
import { uiMessages } from "../messages.ts";
import * as frameCss from "../styles/frame.module.css";
import * as frameWideCss from "../styles/frame-wide.module.css";

type ScreenProps = {
  brand: Brand;
  /** Current tab; a page without one has no tab bar. */
  current?: NavigationTab;
  /** City and its button in the desktop header. */
  city?: { name: string; choose: () => void };
  /** The page has a sticky bar at the bottom. */
  hasBar?: boolean;
  /** The page spans the window; its parts limit their own width. */
  isFull?: boolean;
  isBusy?: boolean;
  children: ReactNode;
};

/** Page frame: header and footer on a desktop, tab bar on a phone, one `main`. */
export function Screen({ brand, current, city, hasBar, isFull, isBusy, children }: ScreenProps) {
  const tabbed = current !== undefined && !hasBar;
  return (
    <>
      <a className={frameCss.skipLink} href="#main">
        {uiMessages.skip}
      </a>
      <DesktopHeader brand={brand} {...(current && { current })} {...(city && { city })}>
        <AccountButton />
      </DesktopHeader>
      <main
        id="main"
        className={classNames(
          frameCss.page,
          tabbed && frameCss.withTabs,
          hasBar && frameCss.withBar,
          isFull && frameWideCss.fullWidth,
        )}
        aria-busy={isBusy || undefined}
      >
        {children}
      </main>
      {tabbed && <TabBar current={current} />}
      <Footer brand={brand} />
    </>
  );
}
