import { Suspense, use, useEffect, useEffectEvent, useState } from "react";
import { useRevalidator, type MetaFunction } from "react-router";
import type { Activity, Series } from "#contract/activity/activity.ts";
import type { Send } from "#contract/core/call.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import type { NearOrganisation } from "#contract/organisation/organisation.ts";
import { loadActivity, loadActivityPage, loadSeries } from "../../activity/api.ts";
import { ListCard, ListCardSkeleton } from "../../activity/card/card.tsx";
import { detailPath, toCardActivity, type CardActivity } from "../../activity/card/card-facts.ts";
import { loadDealer, type OwnPoint } from "../../organisation/api.ts";
import { DealerHead } from "../../organisation/dealer-head.tsx";
import { organisationMessages } from "../../organisation/messages.ts";
import { SeriesRow } from "../../organisation/series-row.tsx";
import { wasLeadSheetOpen } from "../../platform/activity/open-lead-sheet.ts";
import { onReconnect } from "../../platform/browser/network.ts";
import { brandOf, useBrand } from "../../platform/environment/site.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { withLoaderFailure } from "../../platform/http/loader-failure.ts";
import { send } from "../../platform/http/send.ts";
import { serverSend } from "../../platform/http/server-context.ts";
import { currentViewpoint } from "../../platform/location/city.ts";
import { Button, ButtonLink } from "../../ui/form/button.tsx";
import { notFoundResponse } from "../../ui/feedback/cancelled.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { OfflineTimestamp } from "../../ui/feedback/offline-timestamp.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import type { Route } from "./+types/dealer-page.ts";
import * as cardCss from "../../activity/card/card.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Activities on the page; the list of activities has the others. */
const MAX_ACTIVITIES = 50;
const TEST_DRIVE = 1;

/** Content that depends on the dealer's activities. */
type Programme = {
  readonly activities: readonly CardActivity[];
  /** Series that can be tried. */
  readonly series: readonly Series[];
  /** Activity by which a test drive is booked: one that asks for a lead, else an open test drive. */
  readonly booking: { readonly activityId: string; readonly path: string; readonly byLead: boolean } | null;
};
type DealerData = {
  readonly dealer: NearOrganisation;
  readonly programme: Programme | Promise<Programme>;
  /** Time of an offline copy, ms; null: up to date. */
  readonly fetchedAt: number | null;
};

const openTestDrive = { status: 2, businessType: TEST_DRIVE } as const;
/** First open test drive that asks for a lead. @throws Refusal */
const findTestDriveLead = async (
  sendCall: Send,
  where: { dealerId: string } | { activityType: "online"; cityCode: string },
): Promise<Activity | undefined> =>
  (await loadActivityPage(sendCall, { ...openTestDrive, ...where, byLead: "1", size: 1 })).list[0];

/**
 * Finds the way to book a test drive: a lead form of the dealer, else its open test drive, else an online lead form,
 * in which those dealers of the city can be chosen that hold activities (requirement M04).
 */
function bookingAmong(
  current: readonly Activity[],
  ownLead: Activity | undefined,
  onlineLead: Activity | undefined,
): Programme["booking"] {
  const drive = current.find(({ status, businessType }) => status === 2 && businessType === TEST_DRIVE);
  const isHost = current.some(({ activityType }) => activityType === "localoffline");
  const lead = ownLead ?? (drive || !isHost ? undefined : onlineLead);
  const found = lead ?? drive;
  return found ? { activityId: found.activityId, path: detailPath(found), byLead: lead !== undefined } : null;
}

/** Loads what takes place at a dealer. @throws Refusal */
async function loadProgramme(
  sendCall: Send,
  dealerId: string,
  cityCode: string,
  point?: OwnPoint,
): Promise<Programme> {
  const [{ list }, ownLead, onlineLead, series] = await Promise.all([
    loadActivityPage(sendCall, { dealerId, size: MAX_ACTIVITIES, sort: "time", ...point }),
    findTestDriveLead(sendCall, { dealerId }),
    findTestDriveLead(sendCall, { activityType: "online", cityCode }),
    loadSeries(sendCall).catch((): Series[] => []),
  ]);
  const current = list.filter(({ status }) => status !== 3);
  const offered = new Set(current.flatMap(({ seriesCodes }) => seriesCodes));
  return {
    activities: current.map(toCardActivity),
    series: series.filter(({ seriesCode }) => offered.has(seriesCode)),
    booking: bookingAmong(current, ownLead, onlineLead),
  };
}

/** @throws 404 if the id is invalid or unknown; else Refusal */
async function findDealer(sendCall: Send, id: string, point?: OwnPoint): Promise<NearOrganisation> {
  if (!/^\d{1,19}$/.test(id)) throw notFoundResponse();
  try {
    return await loadDealer(sendCall, id, point);
  } catch (error) {
    throw asRefusal(error)?.refusal === "notFound" ? notFoundResponse() : error;
  }
}

export async function loader({ context, params }: Route.LoaderArgs): Promise<DealerData> {
  const sendCall = serverSend(context);
  const dealer = await withLoaderFailure(context, findDealer(sendCall, params.dealerId));
  const programme = await withLoaderFailure(context, loadProgramme(sendCall, dealer.id, dealer.cityCode));
  return { dealer, programme, fetchedAt: null };
}

/** The dealer first, its activities when they are there; without a network both as last seen (requirement Q13). */
export async function clientLoader({ params }: Route.ClientLoaderArgs): Promise<DealerData> {
  const { isExact, longitude, latitude } = currentViewpoint();
  const point = isExact ? { longitude, latitude } : undefined;
  const { networkFirst } = await import("../../platform/storage/response-cache.ts");
  const id = params.dealerId;
  const { answer: dealer, fetchedAt } = await networkFirst(
    `dealer ${id}`,
    () => findDealer(send, id, point),
    (found) => ({ ...found, distance: null }),
  );
  const programme = networkFirst(
    `dealer activities ${id}`,
    () => loadProgramme(send, id, dealer.cityCode, point),
    (found) => ({ ...found, activities: found.activities.map((one) => ({ ...one, distance: null })) }),
  ).then(({ answer }) => answer);
  // Handled where it is used; the page may be left before.
  programme.catch(() => {});
  return { dealer, programme, fetchedAt };
}

export const meta: MetaFunction = ({ matches, loaderData }) => {
  const dealer = (loaderData as DealerData | undefined)?.dealer;
  const brand = brandOf(matches).name;
  return [{ title: dealer ? organisationMessages.pageTitle(dealerDisplayName(dealer), brand) : brand }];
};

/** Opens the lead form of an activity with this dealer chosen. */
async function openLeadForm(activityId: string, dealer: NearOrganisation): Promise<void> {
  try {
    const [activity, series, { findCity }] = await Promise.all([
      loadActivity(send, activityId),
      loadSeries(send).catch((): Series[] => []),
      import("../../platform/location/find-city.ts"),
    ]);
    const city = await findCity(dealer.cityCode).catch(() => null);
    const preset = { dealerId: dealer.id, ...(city && { cityCode: city.code, cityName: city.name }) };
    await raiseChallenge("lead", { activity, series, preset });
  } catch {
    showToast(organisationMessages.bookFailed);
  }
}

type BookingProps = { dealer: NearOrganisation; booking: Programme["booking"] };
/** Main button: the lead form, or the test drive's page; without a script always the page. */
function Booking({ dealer, booking }: BookingProps) {
  const { id } = dealer;
  const reopen = useEffectEvent(() => {
    // A login left this page while the form was open (requirement L21).
    if (booking?.byLead && wasLeadSheetOpen(booking.activityId))
      void openLeadForm(booking.activityId, dealer);
  });
  useEffect(() => reopen(), [id]);
  if (booking === null)
    return <p className={`${textCss.small} ${textCss.secondary}`}>{organisationMessages.noBooking}</p>;
  return (
    <ButtonLink
      className={layoutCss.grow}
      to={booking.path}
      prefetch="intent"
      onClick={(event) => {
        if (!booking.byLead) return;
        event.preventDefault();
        void openLeadForm(booking.activityId, dealer);
      }}
    >
      {organisationMessages.book}
    </ButtonLink>
  );
}

const Activities = ({ activities }: Pick<Programme, "activities">) => (
  <section className={contentCss.section}>
    <div className={contentCss.sectionHead}>
      <h2 className={textCss.title2}>{organisationMessages.activities}</h2>
    </div>
    {activities.length === 0 ? (
      <EmptyState title={organisationMessages.noActivitiesTitle} text={organisationMessages.noActivitiesText}>
        <ButtonLink look="tonal" size="small" to="/list">
          {organisationMessages.allActivities}
        </ButtonLink>
      </EmptyState>
    ) : (
      <div className={cardCss.list}>
        {activities.map((activity, at) => (
          <ListCard key={activity.activityId} activity={activity} {...(at < 2 && { picture: "eager" })} />
        ))}
      </div>
    )}
  </section>
);

const isPromise = (programme: DealerData["programme"]): programme is Promise<Programme> =>
  programme instanceof Promise;

function ProgrammeView({ dealer, programme }: Omit<DealerData, "fetchedAt">) {
  const { revalidate } = useRevalidator();
  const [settled] = useState(() => new WeakMap<object, Promise<Programme | null>>());
  const shown = isPromise(programme) ? use(settledOf(settled, programme)) : programme;
  if (shown === null)
    return (
      <EmptyState art="net" title={organisationMessages.failed} text="">
        <Button look="tonal" size="small" onClick={() => void revalidate()}>
          {organisationMessages.retry}
        </Button>
      </EmptyState>
    );
  return (
    <>
      <SeriesRow series={shown.series} />
      <Activities activities={shown.activities} />
      <div className={frameCss.bottomBar}>
        <div className={frameCss.inner}>
          <Booking dealer={dealer} booking={shown.booking} />
        </div>
      </div>
    </>
  );
}
/** The same promise for each render, with null for a failure. */
function settledOf(
  known: WeakMap<object, Promise<Programme | null>>,
  programme: Promise<Programme>,
): Promise<Programme | null> {
  const settled = known.get(programme) ?? programme.catch(() => null);
  known.set(programme, settled);
  return settled;
}

const ProgrammeSkeleton = () => (
  <div className={cardCss.list}>
    {[1, 2, 3].map((index) => (
      <ListCardSkeleton key={index} />
    ))}
    <output className={textCss.visuallyHidden}>{organisationMessages.loading}</output>
  </div>
);

/** Adds the distance to a page that the server rendered, and reloads an offline copy once there is a network. */
function useReload({ dealer, fetchedAt }: DealerData): void {
  const { revalidate } = useRevalidator();
  const isOld = fetchedAt !== null;
  const locate = useEffectEvent(() => {
    if (dealer.distance === null && !isOld && currentViewpoint().isExact) void revalidate();
  });
  useEffect(() => locate(), []);
  useEffect(() => (isOld ? onReconnect(() => void revalidate()) : undefined), [isOld, revalidate]);
}

/** Page of a dealer (requirement U15): address, telephone, cars to try, activities, booking of a test drive. */
export default function DealerPage({ loaderData }: { loaderData: DealerData }) {
  const { dealer, programme, fetchedAt } = loaderData;
  useReload(loaderData);
  return (
    <Screen brand={useBrand()} current="activities" hasBar>
      <NavBar back="/list" look="plain" />
      {fetchedAt !== null && <OfflineTimestamp time={fetchedAt} />}
      <DealerHead dealer={dealer} />
      <Suspense key={dealer.id} fallback={<ProgrammeSkeleton />}>
        <ProgrammeView dealer={dealer} programme={programme} />
      </Suspense>
    </Screen>
  );
}
