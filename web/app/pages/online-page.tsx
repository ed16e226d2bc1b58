import {
  lazy,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from "react";
import { useRevalidator } from "react-router";
import type { CampaignDetail } from "#contract/activity/activity.ts";
import type { Benefit } from "#contract/benefit/benefit.ts";
import type { Send } from "#contract/core/call.ts";
import { loadCampaign } from "../../activity/api.ts";
import { DetailBar } from "../../activity/detail/detail-bar.tsx";
import type { DetailPageData } from "../../activity/detail/offline-detail.ts";
import { loadDetailInBrowser, loadDetailOnServer } from "../../activity/detail/detail-loader.ts";
import { leadActivityMessages } from "../../activity/detail/lead-messages.ts";
import { takesLeads } from "../../activity/detail/takes-leads.ts";
import { AsideFacts, OnlineDetail } from "../../activity/online/online-detail.tsx";
import { OnlineSignUp } from "../../activity/online/online-sign-up.tsx";
import { useDetail, useIsPreview, type Detail } from "../../activity/detail/use-detail.ts";
import { Blocks } from "../../blocks/blocks.tsx";
import { FORM_ID } from "../../lead/form/lead-form.tsx";
import { LeadSection, type LeadView } from "../../lead/form/lead-section.tsx";
import { draftKeysIn, type DraftKeys } from "../../platform/activity/preview-address.ts";
import { queueClicks } from "../../platform/page-load/hydration.ts";
import { send } from "../../platform/http/send.ts";
import { serverSend } from "../../platform/http/server-context.ts";
import { Button } from "../../ui/form/button.tsx";
import type { Route } from "./+types/online-page.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as onlineDetailCss from "../../activity/online/online-detail.module.css";

const CouponSection = lazy(() => import("../../benefit/claim/coupon-section.tsx"));

type Loaded = DetailPageData & { campaign: CampaignDetail | null; benefits: readonly Benefit[] };

/** Adds the campaign's numbers and coupons; if they cannot be loaded, the page is shown without them. */
async function withCampaign(
  sendCall: Send,
  detail: DetailPageData,
  campaign: Promise<CampaignDetail>,
  draft: DraftKeys | null,
): Promise<Loaded> {
  const { activityId, blocks } = detail.activity;
  const load = async (): Promise<readonly Benefit[]> =>
    blocks.some(({ kind }) => kind === "coupon")
      ? (await import("../../benefit/api.ts")).loadBenefits(sendCall, activityId, draft)
      : [];
  const benefits = load().catch(() => []);
  return { ...detail, campaign: await campaign.catch(() => null), benefits: await benefits };
}

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Loaded> {
  const sendCall = serverSend(context);
  const campaign = loadCampaign(sendCall, params.activityId);
  campaign.catch(() => {});
  const draft = draftKeysIn(params.activityId, new URL(request.url).search);
  return withCampaign(
    sendCall,
    await loadDetailOnServer(context, params.activityId, request),
    campaign,
    draft,
  );
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs): Promise<Loaded> {
  const campaign = loadCampaign(send, params.activityId);
  campaign.catch(() => {});
  const draft = draftKeysIn(params.activityId, new URL(request.url).search);
  return withCampaign(send, await loadDetailInBrowser(params.activityId, request), campaign, draft);
}

type CouponsProps = Omit<ComponentProps<typeof CouponSection>, "onInteractive">;
function Coupons(props: CouponsProps) {
  const [isInteractive, setInteractive] = useState(false);
  useEffect(() => (isInteractive ? undefined : queueClicks("[data-coupons] [data-tap]")), [isInteractive]);
  return (
    <Suspense>
      <CouponSection {...props} onInteractive={setInteractive} />
    </Suspense>
  );
}

/**
 * The activity's coupons within the page. Memoized, so that the element stays the same while the page around
 * it is rendered again: the coupons become interactive by their own script.
 */
function useCoupons({ activity, benefits }: Loaded, isPreview: boolean): ReactNode {
  const { activityId, serverTime } = activity;
  return useMemo(
    () => <Coupons key={activityId} {...{ activityId, benefits, serverTime, isPreview }} />,
    [activityId, benefits, serverTime, isPreview],
  );
}

/** The page as composed by the operator; null for a page with the standard layout. */
const composed = ({ activity }: Detail, form: ReactNode, coupons: ReactNode): ReactNode =>
  activity.blocks.length === 0 ? null : <Blocks {...{ activity, form, coupons }} />;

type LeadButtonProps = {
  detail: Detail;
  view: LeadView;
  /** Scrolls to the stored lead. */
  onShow: () => void;
};

/** Main button of the bar: submits the form while there is one, and leads to the stored lead afterwards. */
function LeadButton({ detail: { activity, isPreview }, view, onShow }: LeadButtonProps) {
  const { apply, soon, ended, stored } = leadActivityMessages;
  if (view === "submitted")
    return (
      <Button className={layoutCss.grow} look="tonal" onClick={onShow}>
        {stored}
      </Button>
    );
  return (
    <Button
      className={layoutCss.grow}
      type="submit"
      form={FORM_ID}
      disabled={activity.status !== 2 || isPreview}
      data-tap="press"
      suppressHydrationWarning
    >
      {activity.status === 2 ? apply : activity.status === 1 ? soon : ended}
    </Button>
  );
}

/** The page of an activity with a lead form. */
function LeadPage({ loaded }: { loaded: Loaded }) {
  const detail = useDetail(loaded);
  const { activity, series, isPreview, favourite, share } = detail;
  const coupons = useCoupons(loaded, isPreview);
  const [view, setView] = useState<LeadView>("form");
  const place = useRef<HTMLDivElement>(null);
  const showLead = () => {
    place.current?.scrollIntoView({ block: "center" });
    place.current?.focus({ preventScroll: true });
  };
  const section = (
    <div id="lead" ref={place} tabIndex={-1}>
      <LeadSection {...{ activity, series, isPreview }} hasBar onView={setView} />
    </div>
  );
  const isWithin = activity.blocks.some(({ kind }) => kind === "form");
  return (
    <OnlineDetail
      {...{ detail, campaign: loaded.campaign }}
      body={composed(detail, section, coupons)}
      aside={
        <>
          {isWithin ? (
            <AsideFacts {...{ activity, series }} />
          ) : (
            <section className={`${contentCss.panel} ${onlineDetailCss.form}`}>
              <h2>{leadActivityMessages.title}</h2>
              {section}
            </section>
          )}
          <DetailBar {...{ favourite }} onShare={share} phone={null}>
            <LeadButton {...{ detail, view }} onShow={showLead} />
          </DetailBar>
        </>
      }
    />
  );
}

/** The page of an activity with a sign-up form. */
function SignUpPage({ loaded }: { loaded: Loaded }) {
  const { revalidate } = useRevalidator();
  const coupons = useCoupons(loaded, useIsPreview());
  return (
    <OnlineSignUp
      loaded={loaded}
      campaign={loaded.campaign}
      compose={(detail, action) => composed(detail, <div className={layoutCss.row}>{action}</div>, coupons)}
      onEnd={() => void revalidate()}
    />
  );
}

/** An online activity by its page type (requirements C07, C16, K13, M04, M05). */
export default function OnlinePage({ loaderData }: Route.ComponentProps) {
  return takesLeads(loaderData.activity) ? (
    <LeadPage loaded={loaderData} />
  ) : (
    <SignUpPage loaded={loaderData} />
  );
}
