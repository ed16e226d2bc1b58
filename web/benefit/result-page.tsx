import "./coupon.css";
import { Link, useRevalidator } from "react-router";
import { cityCodeOf, defaultCity, viewpointNow } from "../platform/city.ts";
import { answered } from "../platform/http/loader-failure.ts";
import { send } from "../platform/http/send.ts";
import { serverSend } from "../platform/http/server-send.ts";
import { useBrand } from "../platform/site.ts";
import { useServerNow } from "../platform/use-server-now.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { NavBar } from "../ui/frame.tsx";
import { RefreshIcon } from "../ui/icons-of-forms.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { loadOffer, pageOf, type Offer } from "./api.ts";
import { CouponCards } from "./coupon-cards.tsx";
import { benefitsAt, cardsOf, couponsAt, momentsOf, outcomeOf, stepOf, type Outcome } from "./outcome.ts";
import { FailureFacts, ResultHead } from "./result-head.tsx";
import { useClaim } from "./use-claim.ts";
import { useCoupons } from "./use-coupons.ts";
import { words } from "./words.ts";
import type { Route } from "./+types/result-page.ts";

const idOf = (text: string): string | null => (/^\d{1,19}$/.test(text) ? text : null);

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const id = idOf(params.activityId);
  return id === null
    ? null
    : answered(context, loadOffer(serverSend(context), id, cityCodeOf(request) ?? defaultCity.code));
}

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  const id = idOf(params.activityId);
  return id === null ? null : loadOffer(send, id, viewpointNow().cityCode);
}

type WaysProps = { outcome: Outcome; offer: Offer; isBusy: boolean; onAgain: (benefitId: string) => void };

/** Two ways on: one of them is always the next thing to do. */
function Ways({ outcome, offer, isBusy, onAgain }: WaysProps) {
  const { servicePhone } = useBrand();
  if (outcome.kind === "failed")
    return (
      <div className="cr-ways">
        <a className="btn o f1" href={`tel:${servicePhone}`}>
          {words.contact}
        </a>
        <Button className="f1" isBusy={isBusy} onClick={() => onAgain(outcome.benefitId)}>
          {!isBusy && <RefreshIcon size={20} />}
          {words.again}
        </Button>
      </div>
    );
  const step = stepOf(outcome, pageOf(offer.activity));
  if (step !== null)
    return (
      <div className="cr-ways">
        <ButtonLink look="outline" className="f1" to="/list">
          {words.others}
        </ButtonLink>
        <ButtonLink className="f1" to={step.to}>
          {step.text}
        </ButtonLink>
      </div>
    );
  // Whoever has it already wants to see it.
  const isHad = outcome.kind === "already";
  const hasCoupon = outcome.kind === "sent" || isHad;
  return (
    <div className="cr-ways">
      <ButtonLink look={isHad ? "primary" : "outline"} className="f1" to="/mine/coupons">
        {words.wallet}
      </ButtonLink>
      <ButtonLink
        look={outcome.kind === "offer" || isHad ? "outline" : "primary"}
        className="f1"
        to={hasCoupon || outcome.kind === "offer" ? pageOf(offer.activity) : "/list"}
      >
        {hasCoupon || outcome.kind === "offer" ? words.activity : words.others}
      </ButtonLink>
    </div>
  );
}

function Others({ others }: Pick<Offer, "others">) {
  if (others.length === 0) return null;
  return (
    <section className="sec">
      <div className="sec-h">
        <h2 className="t2">{words.more}</h2>
      </div>
      <div className="cr-more">
        {others.map((one) => (
          <Link key={one.activityId} className="card" to={pageOf(one)} prefetch="intent">
            <div className="cover">
              <img src={one.coverUrl} alt="" width={336} height={208} loading="lazy" decoding="async" />
            </div>
            <p className="bs md el1">{one.title}</p>
          </Link>
        ))}
      </div>
    </section>
  );
}

function Result({ offer }: { offer: Offer }) {
  const { activity, others } = offer;
  const { revalidate } = useRevalidator();
  const { coupons: known, reload } = useCoupons(activity.activityId);
  const { attempt, busy, claim } = useClaim(() => {
    reload();
    void revalidate();
  });
  const now = useServerNow(offer.serverTime, momentsOf(offer.benefits, known ?? []));
  const benefits = benefitsAt(offer.benefits, now);
  const coupons = couponsAt(known ?? [], now);
  const outcome = outcomeOf(attempt, coupons, benefits);
  return (
    <>
      <ResultHead outcome={outcome} />
      {outcome.kind === "failed" && (
        <FailureFacts
          outcome={outcome}
          benefit={benefits.find(({ benefitId }) => benefitId === outcome.benefitId)}
        />
      )}
      <CouponCards
        cards={cardsOf(coupons, benefits)}
        now={now}
        busy={busy}
        onShown={reload}
        onClaim={claim}
      />
      <Ways outcome={outcome} offer={offer} isBusy={busy !== null} onAgain={claim} />
      <Others others={others} />
    </>
  );
}

/** Result of a benefit's sending, and the place to claim it (requirements C08, M12, M17). */
export default function ResultPage({ loaderData: offer }: Route.ComponentProps) {
  const brand = useBrand();
  return (
    <Screen brand={brand} hasBar>
      <div className="cr-page">
        <NavBar look="plain" back={offer === null ? "/list" : pageOf(offer.activity)} />
        {offer === null ? (
          <Empty {...words.none}>
            <ButtonLink to="/list">{words.others}</ButtonLink>
          </Empty>
        ) : (
          <Result key={offer.activity.activityId} offer={offer} />
        )}
      </div>
    </Screen>
  );
}
