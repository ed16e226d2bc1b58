import * as mineCss from "./mine.module.css";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { Link, useLocation, type MetaFunction } from "react-router";
import { listCoupons } from "#contract/benefit/benefit.ts";
import { listOwnLeads } from "#contract/lead/lead.ts";
import { listOwnSignUps, type OwnSignUp } from "#contract/signup/self-service.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { send } from "../../platform/http/send.ts";
import { openAccountOrLogin } from "../../platform/session/open-account.ts";
import { onVisibilityChange } from "../../platform/browser/visibility-change.ts";
import { refreshUser } from "../../platform/session/refresh-user.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { brandOf, useBrand } from "../../platform/environment/site.ts";
import { database } from "../../platform/storage/client-database.ts";
import { usePersonalData, type PersonalData } from "../../platform/storage/use-personal-data.ts";
import { OfflineTimestamp } from "../../ui/feedback/offline-timestamp.tsx";
import { IconButton } from "../../ui/form/button.tsx";
import { ClockIcon, HeartIcon, QrIcon } from "../../ui/icons/detail-icons.tsx";
import { GearIcon, HourglassIcon } from "../../ui/icons/profile-icons.tsx";
import { CheckCircleIcon, ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { nextSignUp, startsInText } from "./next-sign-up.ts";
import { MineEntry } from "./mine-entry.tsx";
import { MineMenu } from "./mine-menu.tsx";
import { Profile } from "./profile.tsx";
import { mineMessages } from "./messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Loaded after the first screen; without a network the page is shown without it (requirement V28). */
const MallOrders = lazy<() => ReactNode>(() =>
  import("./mall-orders.tsx").catch(() => ({ default: () => null })),
);
/** Account page, whose script is loaded on the first visit. */
const AccountSection = lazy(() => import("./account-section.tsx"));
const isAccount = ({ pathname }: { pathname: string }): boolean => /\/account\/?$/.test(pathname);

export const meta: MetaFunction = ({ matches, location }) => [
  {
    title: `${isAccount(location) ? mineMessages.rows.account : mineMessages.title} - ${brandOf(matches).name}`,
  },
];

/** Number of the person's items; null while unknown. */
type Counts = Readonly<Record<keyof typeof mineMessages.counts, number | null>>;
const quiet = { isSilent: true } as const;

const Wave = () => (
  <svg
    className={mineCss.background}
    viewBox="0 0 40 24"
    fill="none"
    stroke="#fff"
    strokeWidth="1.6"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M2 20C9 20 10 4 16 4C21.5 4 22 14 27 14C31 14 32 8 38 8M2 23C9 23 10 9 16 9C21.5 9 22 18 27 18C31 18 32 13 38 13" />
  </svg>
);

const paths: Readonly<Record<keyof Counts, string>> = {
  signUps: "/mine/signups",
  coupons: "/mine/coupons",
  favourites: "/mine/favourites",
  leads: "/mine/leads",
};

const Head = ({ counts }: { counts: Counts }) => {
  const user = useUser();
  return (
    <section className={mineCss.head}>
      <Wave />
      <div className={mineCss.top}>
        {user !== null && (
          <IconButton label={mineMessages.settings} icon={<GearIcon />} onClick={openAccountOrLogin} />
        )}
      </div>
      <h1 className={textCss.visuallyHidden}>{mineMessages.title}</h1>
      <Profile />
      <nav className={mineCss.stats} aria-label={mineMessages.title}>
        {(Object.keys(paths) as (keyof Counts)[]).map((name) => (
          <Link key={name} to={paths[name]} prefetch="intent">
            <b>{counts[name] ?? "–"}</b>
            <span>{mineMessages.counts[name]}</span>
          </Link>
        ))}
      </nav>
    </section>
  );
};

/** Next sign-up with a link to its ticket (mockup 12-mine). */
function NextSignUp({ signUp }: { signUp: OwnSignUp }) {
  const [now] = useState(() => serverTime.now());
  return (
    <Link
      className={`${contentCss.card} ${contentCss.raised} ${mineCss.next}`}
      to={`/offline/signUpUser?activityId=${signUp.activityId}`}
      prefetch="intent"
    >
      <span className={mineCss.nextIcon}>
        <QrIcon />
      </span>
      <div className={layoutCss.grow}>
        <p className={`${textCss.caption} ${textCss.accent} ${textCss.medium}`}>
          {mineMessages.next(startsInText(signUp, now), formatDateTime(signUp.startTime))}
        </p>
        {signUp.moved && (
          <p className={`${textCss.caption} ${textCss.medium}`}>
            {mineMessages.moved(formatDateTime(signUp.moved.startTime))}
          </p>
        )}
        <p className={`${textCss.medium} ${textCss.ellipsis}`}>{signUp.title}</p>
        <p className={`${textCss.caption} ${textCss.tertiary} ${textCss.ellipsis}`}>
          {signUp.dealerName ?? signUp.address}
        </p>
      </div>
      <ChevronRightIcon size={20} />
    </Link>
  );
}

const Activities = ({ upcoming }: { upcoming: number }) => (
  <section className={contentCss.card}>
    <div className={mineCss.cardHead}>
      <h2 className={textCss.title3}>{mineMessages.activities}</h2>
      <Link className={controlsCss.link} to={paths.signUps} prefetch="intent">
        {mineMessages.all}
        <ChevronRightIcon size={16} />
      </Link>
    </div>
    <nav className={mineCss.grid} aria-label={mineMessages.activities}>
      <MineEntry
        to={`${paths.signUps}?tab=upcoming`}
        label={mineMessages.entries.upcoming}
        EntryIcon={ClockIcon}
        count={upcoming}
      />
      <MineEntry
        to={`${paths.signUps}?tab=done`}
        label={mineMessages.entries.done}
        EntryIcon={CheckCircleIcon}
      />
      <MineEntry
        to={`${paths.signUps}?tab=waiting`}
        label={mineMessages.entries.waiting}
        EntryIcon={HourglassIcon}
      />
      <MineEntry to={paths.favourites} label={mineMessages.entries.favourites} EntryIcon={HeartIcon} />
    </nav>
  </section>
);

/** Warning that some counts could not be loaded, with a retry button. */
function MissingCounts({
  parts,
}: {
  parts: readonly Pick<PersonalData<unknown>, "answer" | "reason" | "reload">[];
}) {
  const failed = parts.filter(({ answer, reason }) => answer === null && reason !== null);
  if (failed.length === 0) return null;
  return (
    <Notice kind="warn">
      {mineMessages.missing}
      <button
        type="button"
        className={`${controlsCss.link} ${controlsCss.retry}`}
        onClick={() => failed.forEach((one) => void one.reload())}
      >
        {mineMessages.retry}
      </button>
    </Notice>
  );
}

/** Number of favourites in this browser; null while unknown. */
function useFavouriteCount(): number | null {
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    let isMounted = true;
    void database.getAll("favorites").then((all) => isMounted && setCount(all.length));
    return () => {
      isMounted = false;
    };
  }, []);
  return count;
}

/** Placeholder of the account page, rendered from the first frame so that nothing flashes. */
const AccountSkeleton = () => (
  <div className={mineCss.skeletons} aria-hidden="true">
    <div className={`${contentCss.card} ${contentCss.skeleton}`} />
    <div className={`${contentCss.card} ${contentCss.skeleton}`} />
    <div className={`${contentCss.card} ${contentCss.skeleton}`} />
  </div>
);

/** Route of the person's own page and of the account page. */
export default function MinePage() {
  const brand = useBrand();
  const isHydrated = useHydrated();
  if (!isAccount(useLocation())) return <OwnPage />;
  return (
    <Screen brand={brand} current="mine" hasBar>
      <NavBar title={mineMessages.rows.account} back="/mine" />
      {/* Rendered in the browser only, since the server renders for visitors. */}
      {isHydrated ? (
        <Suspense fallback={<AccountSkeleton />}>
          <AccountSection />
        </Suspense>
      ) : (
        <AccountSkeleton />
      )}
    </Screen>
  );
}

/** Own page of the person (mockup 12-mine). */
function OwnPage() {
  const brand = useBrand();
  const signUps = usePersonalData("sign-ups", () => send(listOwnSignUps, {}, quiet));
  const coupons = usePersonalData("coupons", () => send(listCoupons, {}, quiet));
  const leads = usePersonalData("leads", () => send(listOwnLeads, {}, quiet));
  const favourites = useFavouriteCount();
  // The maker's system may have verified the person's car, or another device bound a mobile, since the last visit.
  useEffect(() => {
    void refreshUser();
    return onVisibilityChange((isHidden) => void (isHidden || refreshUser()));
  }, []);
  const next = nextSignUp(signUps.answer ?? []);
  const upcoming = signUps.answer?.filter(({ state }) => state === "upcoming").length;
  const usable = coupons.answer?.filter(({ state }) => state === "usable" || state === "soon").length;
  const counts: Counts = {
    signUps: upcoming ?? null,
    coupons: usable ?? null,
    favourites,
    leads: leads.answer?.length ?? null,
  };
  return (
    <Screen brand={brand} current="mine" isFull>
      <Head counts={counts} />
      <div className={mineCss.body}>
        {next !== null && <NextSignUp signUp={next} />}
        {signUps.fetchedAt !== null && <OfflineTimestamp time={signUps.fetchedAt} />}
        <MissingCounts parts={[signUps, coupons, leads]} />
        <div className={mineCss.stack}>
          <Activities upcoming={upcoming ?? 0} />
          <Suspense>
            <MallOrders />
          </Suspense>
          <MineMenu />
        </div>
      </div>
    </Screen>
  );
}
