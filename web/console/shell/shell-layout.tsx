import { useEffect, useMemo } from "react";
import { Outlet, ScrollRestoration, useNavigate } from "react-router";
import { keepFocus } from "../../platform/console/keep-focus.ts";
import { focusListFilter } from "../../platform/console/key-presses.ts";
import { StateFrame } from "../kit/feedback/page-state.tsx";
import { ToastPlace } from "../kit/feedback/toasts.tsx";
import { LockIcon } from "../../ui/icons/form-icons.tsx";
import { ChallengePlace, type LoginSteps } from "./challenge-place.tsx";
import { shellMessages } from "./messages.ts";
import { itemsFor } from "./navigation.ts";
import { SearchSources, type SearchSource } from "./search/search-source.ts";
import { SessionProvider, useSession } from "./session-context.tsx";
import { ShortcutList } from "./shortcut-list.tsx";
import { listenToShortcuts, openShortcutList, useShortcuts } from "./shortcuts.ts";
import { NavigationContext, useNavigationItems } from "./shown-items.ts";
import { SideNavigation } from "./side-navigation.tsx";
import * as shellCss from "./shell.module.css";

type ShellLayoutProps = {
  /** Paths of the pages that exist. */
  paths: ReadonlySet<string>;
  loginSteps: LoginSteps;
  /** Things of the areas that the search finds. */
  searchSources: readonly SearchSource[];
};

/** Frame of all pages of a logged-in operator. */
export const ShellLayout = ({ searchSources, ...frame }: ShellLayoutProps) => (
  <SessionProvider frame={<FrameSkeleton />}>
    <SearchSources value={searchSources}>
      <Frame {...frame} />
    </SearchSources>
  </SessionProvider>
);

function Frame({ paths, loginSteps }: Omit<ShellLayoutProps, "searchSources">) {
  const session = useSession();
  const items = useMemo(() => itemsFor(session, paths), [session, paths]);
  useEffect(listenToShortcuts, []);
  useEffect(keepFocus, []);
  return (
    <NavigationContext value={items}>
      <a className={shellCss.skip} href="#content">
        {shellMessages.skipToContent}
      </a>
      <div className={shellCss.app}>
        <SideNavigation items={items} brand={session.brand} />
        <div>
          <Outlet />
        </div>
      </div>
      <FrameShortcuts />
      <ShortcutList />
      <ChallengePlace steps={loginSteps} />
      <ToastPlace />
      <ScrollRestoration />
    </NavigationContext>
  );
}

/** Shortcuts of every page. */
function FrameShortcuts() {
  const navigate = useNavigate();
  const items = useNavigationItems();
  const { shortcuts: labels, groupGeneral, groupList, groupGoTo } = shellMessages;
  useShortcuts([
    { keys: "?", label: labels.list, group: groupGeneral, run: openShortcutList },
    { keys: "mod+s", label: labels.save, group: groupGeneral, isShownOnly: true },
    { keys: "/", label: labels.filter, group: groupList, run: focusListFilter },
    { keys: "j k", label: labels.rows, group: groupList, isShownOnly: true },
    { keys: "x", label: labels.tick, group: groupList, isShownOnly: true },
    { keys: "Enter", label: labels.open, group: groupList, isShownOnly: true },
    ...items.map(({ key, label, pages }) => ({
      keys: `g ${key}`,
      label: labels.goTo(label),
      group: groupGoTo,
      run: () => void navigate(pages[0]?.path ?? "/"),
    })),
  ]);
  return null;
}

/** First page of the operator; an operator without any page reads why. */
export function StartPage() {
  const [first] = useNavigationItems();
  const navigate = useNavigate();
  const to = first?.pages[0]?.path;
  useEffect(() => {
    if (to !== undefined) void navigate(to, { replace: true });
  }, [to, navigate]);
  return to === undefined ? (
    <main id="content">
      <StateFrame icon={<LockIcon size={20} />} title={shellMessages.nothingAllowed} />
    </main>
  ) : null;
}

/** The frame while the session is loaded. */
const FrameSkeleton = () => (
  <div className={shellCss.app} aria-hidden="true">
    <div className={shellCss.side} />
    <div>
      <div className={shellCss.head}>
        <span className={shellCss.bone} />
      </div>
    </div>
  </div>
);
