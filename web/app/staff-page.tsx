import { lazy, Suspense } from "react";
import { useLocation, type MetaFunction } from "react-router";
import { CheckInDesk } from "../check-in/check-in-desk.tsx";
import { words as checkInWords } from "../check-in/words.ts";
import { words as leadWords } from "../lead-desk/words.ts";
// Takes a link out of the address before anything is told of it.
import "../platform/lead-link.ts";
import { brandOf, useBrand } from "../platform/site.ts";
import { NavBar } from "../ui/frame.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { Screen } from "../ui/screen.tsx";

const LeadDesk = lazy(() => import("../lead-desk/lead-desk.tsx"));
const isOfLeads = ({ pathname }: { pathname: string }): boolean => /\/leads\/?$/.test(pathname);

export const meta: MetaFunction = ({ matches, location }) => {
  const { title } = isOfLeads(location) ? leadWords : checkInWords;
  return [{ title: `${title} - ${brandOf(matches).name}` }, { name: "robots", content: "noindex" }];
};

const Waiting = () => (
  <Screen brand={useBrand()} hasBar>
    <NavBar title={leadWords.title} back="/" />
  </Screen>
);

/** What a dealer's staff do by links of theirs: check guests in, or call who left a lead; one route, since each costs every page. */
export default function StaffPage() {
  const isHydrated = useHydrated();
  if (!isOfLeads(useLocation())) return <CheckInDesk />;
  return isHydrated ? (
    <Suspense fallback={<Waiting />}>
      <LeadDesk />
    </Suspense>
  ) : (
    <Waiting />
  );
}
