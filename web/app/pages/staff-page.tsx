import { lazy, Suspense } from "react";
import { useLocation, type MetaFunction } from "react-router";
import { checkInMessages } from "../../check-in/messages.ts";
import { leadDeskMessages } from "../../lead/desk/messages.ts";
// Imported first, since they remove the link from the address before the page view is tracked.
import "../../platform/staff-link/check-in-link.ts";
import "../../platform/staff-link/lead-link.ts";
import { brandOf, useBrand } from "../../platform/environment/site.ts";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { DeskScreen } from "../../ui/layout/desk-screen.tsx";

/** The two desks, each loaded on its first visit. */
const desks = {
  checkIn: { messages: checkInMessages, Desk: lazy(() => import("../../check-in/check-in-desk.tsx")) },
  leads: { messages: leadDeskMessages, Desk: lazy(() => import("../../lead/desk/lead-desk.tsx")) },
};
const deskAt = ({ pathname }: { pathname: string }) =>
  /\/leads\/?$/.test(pathname) ? desks.leads : desks.checkIn;

export const meta: MetaFunction = ({ matches, location }) => [
  { title: `${deskAt(location).messages.title} - ${brandOf(matches).name}` },
  { name: "robots", content: "noindex" },
];

/**
 * The pages of a dealer's staff with a staff link: check-in of guests, and the calls of leads. One route,
 * since each route adds bytes to every page.
 */
export default function StaffPage() {
  const brand = useBrand();
  const isHydrated = useHydrated();
  const { messages, Desk } = deskAt(useLocation());
  const fallback = <DeskScreen brand={brand} title={messages.title} />;
  // The server renders only the frame, since the link is only in the browser.
  return isHydrated ? (
    <Suspense fallback={fallback}>
      <Desk />
    </Suspense>
  ) : (
    fallback
  );
}
