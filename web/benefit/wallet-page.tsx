import "./coupon.css";
import { useState } from "react";
import type { Coupon } from "#contract/benefit.ts";
import { send } from "../platform/http/send.ts";
import { useOwn } from "../platform/use-own.ts";
import { serverTime } from "../platform/server-time.ts";
import { useServerNow } from "../platform/use-server-now.ts";
import { brandOf, useBrand } from "../platform/site.ts";
import type { MetaFunction } from "react-router";
import { ButtonLink } from "../ui/button.tsx";
import { NavBar } from "../ui/frame.tsx";
import { OwnPart } from "../ui/own-part.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { loadCoupons } from "./api.ts";
import { CouponCard } from "./coupon-card.tsx";
import { couponsAt, momentsOf } from "./outcome.ts";
import { words } from "./words.ts";

export const meta: MetaFunction = ({ matches }) => [
  { title: `${words.mine.title} - ${brandOf(matches).name}` },
];

const tabs = ["usable", "used", "expired"] as const;
type TabName = (typeof tabs)[number];
const tabOf = ({ state }: Coupon): TabName => (state === "soon" ? "usable" : state);
/** What ends first stands first; what is over, newest first. */
const inOrder = (coupons: readonly Coupon[], tab: TabName): Coupon[] =>
  coupons
    .filter((one) => tabOf(one) === tab)
    .sort((one, other) => (tab === "usable" ? one.validTo.localeCompare(other.validTo) : 0));

function Coupons({ coupons: known, onShown }: { coupons: readonly Coupon[]; onShown: () => void }) {
  const [begun] = useState(() => new Date(serverTime.now()).toISOString());
  const now = useServerNow(begun, momentsOf([], known));
  const coupons = couponsAt(known, now);
  const [tab, setTab] = useState<TabName>("usable");
  const labelOf = (name: TabName): string => {
    const count = inOrder(coupons, name).length;
    return count > 0 ? words.mine.count(words.mine.tabs[name], count) : words.mine.tabs[name];
  };
  const panelOf = (name: TabName) => {
    const shown = inOrder(coupons, name);
    return shown.length === 0 ? (
      <Empty {...words.mine.empty[name]}>
        {name === "usable" && <ButtonLink to="/list?activityType=online">{words.others}</ButtonLink>}
      </Empty>
    ) : (
      <div className="cpns">
        {shown.map((coupon) => (
          <CouponCard key={coupon.couponId} {...{ coupon, now, onShown }} />
        ))}
      </div>
    );
  };
  return (
    <Tabs
      label={words.mine.title}
      tabs={tabs.map((name) => ({ name, label: labelOf(name), panel: () => panelOf(name) }))}
      value={tab}
      onChange={setTab}
    />
  );
}

const Loading = () => (
  <div className="cpns">
    {[1, 2, 3].map((place) => (
      <div key={place} className="cpn sk" aria-hidden="true" />
    ))}
  </div>
);

/** What the person has, readable without a network as of when it was last asked (requirement Q13). */
export function Wallet() {
  const own = useOwn("coupons", () => loadCoupons(send));
  return (
    <OwnPart own={own} visitor={words.mine.visitor} skeleton={<Loading />}>
      {(coupons) => <Coupons coupons={coupons} onShown={() => void own.reload()} />}
    </OwnPart>
  );
}

/** The person's coupons by where they stand (mockup 12-coupons). */
export default function WalletPage() {
  const brand = useBrand();
  return (
    <Screen brand={brand} current="mine" hasBar>
      <NavBar title={words.mine.title} back="/mine" />
      <Wallet />
    </Screen>
  );
}
