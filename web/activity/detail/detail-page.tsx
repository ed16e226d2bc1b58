import { useEffect, useEffectEvent, type ReactNode } from "react";
import { useRevalidator } from "react-router";
import { currentViewpoint } from "../../platform/location/city.ts";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { useHasLead } from "../../platform/activity/lead-status.ts";
import { wasLeadSheetOpen } from "../../platform/activity/open-lead-sheet.ts";
import { firstScreenDone } from "../../platform/page-load/hydration.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { Button } from "../../ui/form/button.tsx";
import { hostingDealer } from "./detail-facts.ts";
import { DetailFrame, DetailNotices } from "./detail-frame.tsx";
import { CountdownBar, DetailFacts, DetailHero, DetailTags } from "./detail-hero.tsx";
import type { DetailPageData } from "./offline-detail.ts";
import { loadDetailInBrowser, loadDetailOnServer } from "./detail-loader.ts";
import {
  AboutSection,
  AgendaSection,
  BenefitsSection,
  PeopleSection,
  PlaceSection,
} from "./detail-sections.tsx";
import { LazyReferrerRow } from "../referrer/lazy-referrer-row.tsx";
import { KocSection } from "./koc-section.tsx";
import { LazyAlternatives } from "../alternatives/lazy-alternatives.tsx";
import { SignUpBar } from "../sign-up-bar/sign-up-bar.tsx";
import { EligibilityNotes } from "../sign-up-bar/eligibility-notes.tsx";
import { leadActivityMessages } from "./lead-messages.ts";
import { takesLeads } from "./takes-leads.ts";
import { useDetail, type Detail } from "./use-detail.ts";
import { useSignUpBar, type SignUpBarModel } from "../sign-up-bar/use-sign-up-bar.ts";
import type { Route } from "./+types/detail-page.ts";
import { TitleText } from "../../ui/display/title-text.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as detailCss from "../../ui/styles/detail.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as frameWideCss from "../../ui/styles/frame-wide.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  loadDetailOnServer(context, params.activityId, request);
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) =>
  loadDetailInBrowser(params.activityId, request);

/**
 * The server renders without the person's own point: if the browser knows it, one more request adds the
 * distance.
 */
function useReload(distance: number | null): () => void {
  const { revalidate } = useRevalidator();
  const locate = useEffectEvent(() => {
    if (distance === null && currentViewpoint().isExact) void revalidate();
  });
  useEffect(() => locate(), []);
  return () => void revalidate();
}

/** Whether the user has left a lead, asked after the first screen. */
function useStoredLead({ activity, isPreview }: Detail): boolean {
  const { activityId } = activity;
  const openId = useUser()?.openId;
  const isAsked = takesLeads(activity) && !isPreview;
  useEffect(() => {
    if (openId === undefined || !isAsked) return;
    void firstScreenDone
      .then(() => import("../../platform/activity/load-lead-status.ts"))
      .then(({ loadLeadStatus }) => loadLeadStatus(activityId, openId))
      .catch(() => {});
  }, [activityId, openId, isAsked]);
  return useHasLead(activityId);
}

/**
 * Button of the lead form instead of the sign-up (requirements C16, M04). It opens the stored lead once there
 * is one.
 */
function leadAction({ activity, series }: Detail, { state }: SignUpBarModel, hasLead: boolean): ReactNode {
  if (!takesLeads(activity) || state.kind === "preview" || state.kind === "signed") return null;
  const { apply, soon, ended, stored } = leadActivityMessages;
  return (
    <Button
      className={layoutCss.grow}
      {...(hasLead && { look: "tonal" })}
      disabled={activity.status !== 2 && !hasLead}
      onClick={() => void raiseChallenge("lead", { activity, series })}
      data-tap="press"
      suppressHydrationWarning
    >
      {hasLead ? stored : activity.status === 2 ? apply : activity.status === 1 ? soon : ended}
    </Button>
  );
}

/** Reopens the lead sheet after a login or a reload left the page (requirement L21). */
function useReopenedLead({ activity, series, isPreview }: Detail): void {
  const reopen = useEffectEvent(() => {
    if (!isPreview && takesLeads(activity) && wasLeadSheetOpen(activity.activityId))
      void raiseChallenge("lead", { activity, series });
  });
  useEffect(() => reopen(), []);
}

/** Page of an offline activity (mockup 03-offline-detail; requirement K12). */
export default function DetailPage({ loaderData }: { loaderData: DetailPageData }) {
  const brand = useBrand();
  const detail = useDetail(loaderData);
  const signUpBar = useSignUpBar(detail);
  const { activity, series, isPreview, fetchedAt } = detail;
  const hasLead = useStoredLead(detail);
  const reload = useReload(activity.distance);
  useReopenedLead(detail);
  return (
    <DetailFrame
      back="/list"
      onShare={detail.share}
      onPoster={detail.openPoster}
      aside={
        <>
          <div className={`${contentCss.card} ${contentCss.padded} ${frameCss.desktopOnly}`}>
            <h2 className={textCss.title2}>
              <TitleText text={activity.title} />
            </h2>
            <DetailFacts activity={activity} series={series} />
          </div>
          <SignUpBar
            {...{ detail, model: signUpBar }}
            phone={hostingDealer(activity)?.phone || brand.servicePhone}
            action={leadAction(detail, signUpBar, hasLead)}
          />
        </>
      }
    >
      <DetailHero activity={activity} />
      <section className={detailCss.sheet}>
        <DetailNotices {...{ isPreview, fetchedAt }} />
        <DetailTags activity={activity} />
        <h1 className={`${textCss.title1} ${layoutCss.marginTop3}`}>
          <TitleText text={activity.title} />
        </h1>
        {activity.subtitle !== "" && (
          <p className={`${textCss.secondary} ${layoutCss.marginTop1}`}>{activity.subtitle}</p>
        )}
        <CountdownBar activity={activity} onEnd={reload} />
        <div className={frameWideCss.mobileOnly}>
          <DetailFacts activity={activity} series={series} />
        </div>
        {!isPreview && <LazyReferrerRow activity={activity} />}
        <EligibilityNotes {...{ activity, model: signUpBar }} />
      </section>
      {activity.activityMode === "offline" && <PlaceSection activity={activity} />}
      <AgendaSection activity={activity} />
      <AboutSection activity={activity} />
      <BenefitsSection activity={activity} hasWay={!isPreview} />
      {!isPreview && <KocSection activity={activity} onInvite={detail.openPoster} />}
      {!isPreview && <PeopleSection activity={activity} />}
      {!isPreview && <LazyAlternatives activity={activity} />}
    </DetailFrame>
  );
}
