import * as couponCss from "../coupon/coupon.module.css";
import { useState } from "react";
import type { Coupon } from "#contract/benefit/benefit.ts";
import { send } from "../../platform/http/send.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { useServerNow } from "../../platform/time/use-server-now.ts";
import { brandOf, useBrand } from "../../platform/environment/site.ts";
import type { MetaFunction } from "react-router";
import { ButtonLink } from "../../ui/form/button.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { AuthGatedSection } from "../../ui/feedback/auth-gated-section.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { loadUserCoupons } from "../api.ts";
import { CouponCard } from "../coupon/coupon-card.tsx";
import { couponsAt, stateChangeTimes } from "../claim/claim-outcome.ts";
import { benefitMessages } from "../messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";

export const meta: MetaFunction = ({ matches }) => [
  { title: `${benefitMessages.mine.title} - ${brandOf(matches).name}` },
];

const tabs = ["usable", "used", "expired"] as const;
type TabName = (typeof tabs)[number];
const tabOf = ({ state }: Coupon): TabName => (state === "soon" ? "usable" : state);
/** Sorts usable coupons by the earliest end, used and expired ones by the newest. */
const couponsInTab = (coupons: readonly Coupon[], tab: TabName): Coupon[] =>
  coupons
    .filter((one) => tabOf(one) === tab)
    .sort((one, other) => (tab === "usable" ? one.validTo.localeCompare(other.validTo) : 0));

function Coupons({ coupons: known, onShown }: { coupons: readonly Coupon[]; onShown: () => void }) {
  const [renderedTime] = useState(() => new Date(serverTime.now()).toISOString());
  const now = useServerNow(renderedTime, stateChangeTimes([], known));
  const coupons = couponsAt(known, now);
  const [tab, setTab] = useState<TabName>("usable");
  const labelOf = (name: TabName): string => {
    const count = couponsInTab(coupons, name).length;
    return count > 0
      ? benefitMessages.mine.count(benefitMessages.mine.tabs[name], count)
      : benefitMessages.mine.tabs[name];
  };
  const panelOf = (name: TabName) => {
    const shown = couponsInTab(coupons, name);
    return shown.length === 0 ? (
      <EmptyState {...benefitMessages.mine.empty[name]}>
        {name === "usable" && (
          <ButtonLink to="/list?activityType=online">{benefitMessages.others}</ButtonLink>
        )}
      </EmptyState>
    ) : (
      <div className={couponCss.coupons} data-coupons>
        {shown.map((coupon) => (
          <CouponCard key={coupon.couponId} {...{ coupon, now, onShown }} />
        ))}
      </div>
    );
  };
  return (
    <Tabs
      label={benefitMessages.mine.title}
      tabs={tabs.map((name) => ({ name, label: labelOf(name), panel: () => panelOf(name) }))}
      value={tab}
      onChange={setTab}
    />
  );
}

const Loading = () => (
  <div className={couponCss.coupons} data-coupons>
    {[1, 2, 3].map((place) => (
      <div key={place} className={`${couponCss.coupon} ${contentCss.skeleton}`} aria-hidden="true" />
    ))}
  </div>
);

/** The user's coupons, also readable offline with the time of the last load (requirement Q13). */
export function Wallet() {
  const own = usePersonalData("coupons", () => loadUserCoupons(send));
  return (
    <AuthGatedSection data={own} visitor={benefitMessages.mine.visitor} skeleton={<Loading />}>
      {(coupons) => <Coupons coupons={coupons} onShown={() => void own.reload()} />}
    </AuthGatedSection>
  );
}

/** The user's coupons by state. */
export default function WalletPage() {
  const brand = useBrand();
  return (
    <Screen brand={brand} current="mine" hasBar>
      <NavBar title={benefitMessages.mine.title} back="/mine" />
      <Wallet />
    </Screen>
  );
}
