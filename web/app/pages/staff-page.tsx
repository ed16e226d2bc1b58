import { lazy, Suspense } from "react";
import { useLocation, type MetaFunction } from "react-router";
import { checkInMessages as checkInWords } from "../../check-in/messages.ts";
import { leadDeskMessages as leadWords } from "../../lead/desk/messages.ts";
// Take a link out of the address before anything is told of it.
import "../../platform/staff-link/check-in-link.ts";
import "../../platform/staff-link/lead-link.ts";
import { brandOf, useBrand } from "../../platform/environment/site.ts";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { Screen } from "../../ui/layout/screen.tsx";

/** Loaded when one of them is gone to. */
const desks = {
  checkIn: { words: checkInWords, Desk: lazy(() => import("../../check-in/check-in-desk.tsx")) },
  leads: { words: leadWords, Desk: lazy(() => import("../../lead/desk/lead-desk.tsx")) },
};
const deskAt = ({ pathname }: { pathname: string }) =>
  /\/leads\/?$/.test(pathname) ? desks.leads : desks.checkIn;

export const meta: MetaFunction = ({ matches, location }) => [
  { title: `${deskAt(location).words.title} - ${brandOf(matches).name}` },
  { name: "robots", content: "noindex" },
];

/** What a dealer's staff do by links of theirs: check guests in, or call who left a lead; one route, since each costs every page. */
export default function StaffPage() {
  const brand = useBrand();
  const isHydrated = useHydrated();
  const { words, Desk } = deskAt(useLocation());
  const waiting = (
    <Screen brand={brand} hasBar>
      <NavBar title={words.title} back="/" />
    </Screen>
  );
  // The server has nothing to put there: a link stands in the browser alone.
  return isHydrated ? (
    <Suspense fallback={waiting}>
      <Desk />
    </Suspense>
  ) : (
    waiting
  );
}
