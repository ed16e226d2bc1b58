import type { ReactNode } from "react";
import type { Brand } from "#contract/brand.ts";
import { classes } from "./classes.ts";
import { DesktopHeader, Footer, TabBar, type Place } from "./frame.tsx";
import { PersonButton } from "./person-button.tsx";
import { words } from "./words.ts";

type ScreenProps = {
  brand: Brand;
  /** The tab this page is; pages without one have no tab bar. */
  current?: Place;
  /** City and its button in the desktop's header. */
  city?: { name: string; choose: () => void };
  /** A sticky bar stands at the bottom. */
  hasBar?: boolean;
  /** The page spans the window; its parts limit their own width. */
  isFull?: boolean;
  isBusy?: boolean;
  children: ReactNode;
};

/** A page in its frame: header and footer on a desktop, tab bar on a phone, one `main`. */
export function Screen({ brand, current, city, hasBar, isFull, isBusy, children }: ScreenProps) {
  const tabbed = current !== undefined && !hasBar;
  return (
    <>
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <DesktopHeader brand={brand} {...(current && { current })} {...(city && { city })}>
        <PersonButton />
      </DesktopHeader>
      <main
        id="main"
        className={classes("page", tabbed && "has-tab", hasBar && "has-bar", isFull && "full")}
        aria-busy={isBusy || undefined}
      >
        {children}
      </main>
      {tabbed && <TabBar current={current} />}
      <Footer brand={brand} />
    </>
  );
}
