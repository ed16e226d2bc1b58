import * as couponCss from "../coupon/coupon.module.css";
import { Link, useLocation, useRevalidator } from "react-router";
import { draftKeysIn, isPreviewAddress } from "../../platform/activity/preview-address.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { requestedCityCode, defaultCity, currentViewpoint } from "../../platform/location/city.ts";
import { withLoaderFailure } from "../../platform/http/loader-failure.ts";
import { send } from "../../platform/http/send.ts";
import { serverSend } from "../../platform/http/server-context.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { useServerNow } from "../../platform/time/use-server-now.ts";
import { Button, ButtonLink } from "../../ui/form/button.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { RefreshIcon } from "../../ui/icons/form-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { loadBenefitPage, activityPagePath, type BenefitPageData } from "../api.ts";
import { CouponList } from "../coupon/coupon-list.tsx";
import {
  benefitsAt,
  benefitItems,
  couponsAt,
  stateChangeTimes,
  claimOutcome,
  followUpStep,
  type ClaimOutcome,
} from "./claim-outcome.ts";
import { FailureFacts, ResultHead } from "./result-head.tsx";
import { useClaim } from "./use-claim.ts";
import { useUserCoupons } from "./use-user-coupons.ts";
import { benefitMessages } from "../messages.ts";
import type { Route } from "./+types/result-page.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const idOf = (text: string): string | null => (/^\d{1,19}$/.test(text) ? text : null);

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const id = idOf(params.activityId);
  if (id === null) return null;
  const city = requestedCityCode(request) ?? defaultCity.code;
  const draft = draftKeysIn(id, new URL(request.url).search);
  return withLoaderFailure(context, loadBenefitPage(serverSend(context), id, city, draft));
}

export function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const id = idOf(params.activityId);
  if (id === null) return null;
  const draft = draftKeysIn(id, new URL(request.url).search);
  return loadBenefitPage(send, id, currentViewpoint().cityCode, draft);
}

type NextStepsProps = {
  outcome: ClaimOutcome;
  offer: BenefitPageData;
  isBusy: boolean;
  onRetry: (benefitId: string) => void;
};

/** Two buttons; the first is always the next step. */
function NextSteps({ outcome, offer, isBusy, onRetry }: NextStepsProps) {
  const { servicePhone } = useBrand();
  if (outcome.kind === "failed")
    return (
      <div className={couponCss.ways}>
        <a
          className={`${controlsCss.button} ${controlsCss.outline} ${layoutCss.grow}`}
          href={`tel:${servicePhone}`}
        >
          {benefitMessages.contact}
        </a>
        <Button className={layoutCss.grow} isBusy={isBusy} onClick={() => onRetry(outcome.benefitId)}>
          {!isBusy && <RefreshIcon size={20} />}
          {benefitMessages.again}
        </Button>
      </div>
    );
  const step = followUpStep(outcome, activityPagePath(offer.activity));
  if (step !== null)
    return (
      <div className={couponCss.ways}>
        <ButtonLink look="outline" className={layoutCss.grow} to="/list">
          {benefitMessages.others}
        </ButtonLink>
        <ButtonLink className={layoutCss.grow} to={step.to}>
          {step.text}
        </ButtonLink>
      </div>
    );
  // A user who already has the coupon wants to open it.
  const isClaimed = outcome.kind === "already";
  const hasCoupon = outcome.kind === "sent" || isClaimed;
  return (
    <div className={couponCss.ways}>
      <ButtonLink look={isClaimed ? "primary" : "outline"} className={layoutCss.grow} to="/mine/coupons">
        {benefitMessages.wallet}
      </ButtonLink>
      <ButtonLink
        look={outcome.kind === "offer" || isClaimed ? "outline" : "primary"}
        className={layoutCss.grow}
        to={hasCoupon || outcome.kind === "offer" ? activityPagePath(offer.activity) : "/list"}
      >
        {hasCoupon || outcome.kind === "offer" ? benefitMessages.activity : benefitMessages.others}
      </ButtonLink>
    </div>
  );
}

function Recommendations({ activities }: { activities: BenefitPageData["recommended"] }) {
  if (activities.length === 0) return null;
  return (
    <section className={contentCss.section}>
      <div className={contentCss.sectionHead}>
        <h2 className={textCss.title2}>{benefitMessages.more}</h2>
      </div>
      <div className={couponCss.more}>
        {activities.map((one) => (
          <Link key={one.activityId} className={contentCss.card} to={activityPagePath(one)} prefetch="intent">
            <div className={contentCss.cover}>
              <ResponsivePicture url={one.coverUrl} width={336} height={208} />
            </div>
            <p className={`${textCss.small} ${textCss.medium} ${textCss.ellipsis}`}>{one.title}</p>
          </Link>
        ))}
      </div>
    </section>
  );
}

function Result({ offer, isPreview }: { offer: BenefitPageData; isPreview: boolean }) {
  const { activity, recommended } = offer;
  const { revalidate } = useRevalidator();
  const { coupons: known, reload } = useUserCoupons(activity.activityId);
  const { attempt, busy, claim } = useClaim(() => {
    reload();
    void revalidate();
  });
  const now = useServerNow(offer.serverTime, stateChangeTimes(offer.benefits, known ?? []));
  const benefits = benefitsAt(offer.benefits, now);
  const coupons = couponsAt(known ?? [], now);
  const outcome = claimOutcome(attempt, coupons, benefits);
  return (
    <>
      {isPreview && (
        <div className={contentCss.panel}>
          <Notice>{benefitMessages.preview}</Notice>
        </div>
      )}
      <ResultHead outcome={outcome} />
      {outcome.kind === "failed" && (
        <FailureFacts
          outcome={outcome}
          benefit={benefits.find(({ benefitId }) => benefitId === outcome.benefitId)}
        />
      )}
      <CouponList
        cards={benefitItems(coupons, benefits)}
        now={now}
        busy={busy}
        isBlocked={isPreview}
        onShown={reload}
        onClaim={claim}
      />
      {!isPreview && <NextSteps outcome={outcome} offer={offer} isBusy={busy !== null} onRetry={claim} />}
      <Recommendations activities={recommended} />
    </>
  );
}

/** Page to claim a benefit, with the outcome (requirements C08, M12, M17). */
export default function ResultPage({ loaderData: offer, params }: Route.ComponentProps) {
  const brand = useBrand();
  const { search } = useLocation();
  const isPreview = isPreviewAddress(params.activityId, search);
  const activityPath =
    isPreview && offer
      ? `/${offer.activity.activityMode}/00${search}`
      : offer && activityPagePath(offer.activity);
  return (
    <Screen brand={brand} hasBar>
      <div className={couponCss.resultPage}>
        <NavBar look="plain" back={activityPath ?? "/list"} />
        {offer === null ? (
          <EmptyState {...benefitMessages.none}>
            <ButtonLink to="/list">{benefitMessages.others}</ButtonLink>
          </EmptyState>
        ) : (
          <Result key={offer.activity.activityId} {...{ offer, isPreview }} />
        )}
      </div>
    </Screen>
  );
}
