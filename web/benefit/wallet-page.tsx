import "./coupon.css";
import { Tabs } from "@base-ui/react/tabs";
import { useState } from "react";
import type { Coupon } from "#contract/benefit.ts";
import { openPerson } from "../platform/login/person.ts";
import { serverTime } from "../platform/server-time.ts";
import { brandOf, useBrand } from "../platform/site.ts";
import type { MetaFunction } from "react-router";
import { Button, ButtonLink } from "../ui/button.tsx";
import { failureOf } from "../ui/failure.ts";
import { NavBar } from "../ui/frame.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { CouponCard } from "./coupon-card.tsx";
import { useCoupons } from "./use-coupons.ts";
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
    .toSorted((one, other) => (tab === "usable" ? one.validTo.localeCompare(other.validTo) : 0));

function Coupons({ coupons }: { coupons: readonly Coupon[] }) {
  // Read once: a minute more or less changes no day.
  const [now] = useState(() => serverTime.now());
  return (
    <Tabs.Root defaultValue="usable">
      <Tabs.List className="cp-tabs" aria-label={words.mine.title}>
        {tabs.map((tab) => {
          const count = inOrder(coupons, tab).length;
          return (
            <Tabs.Tab key={tab} value={tab}>
              {count > 0 ? words.mine.count(words.mine.tabs[tab], count) : words.mine.tabs[tab]}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      {tabs.map((tab) => {
        const shown = inOrder(coupons, tab);
        return (
          <Tabs.Panel key={tab} value={tab}>
            {shown.length === 0 ? (
              <Empty {...words.mine.empty[tab]}>
                {tab === "usable" && <ButtonLink to="/list?activityType=online">{words.others}</ButtonLink>}
              </Empty>
            ) : (
              <div className="cpns">
                {shown.map((coupon) => (
                  <CouponCard key={coupon.couponId} coupon={coupon} now={now} />
                ))}
              </div>
            )}
          </Tabs.Panel>
        );
      })}
    </Tabs.Root>
  );
}

const Loading = () => (
  <div className="cpns">
    {[1, 2, 3].map((place) => (
      <div key={place} className="cpn sk" aria-hidden="true" />
    ))}
    <output className="sr">{words.mine.loading}</output>
  </div>
);

function Wallet() {
  const { coupons, refusal, isVisitor, reload } = useCoupons();
  const isHydrated = useHydrated();
  if (!isHydrated) return <Loading />;
  if (isVisitor)
    return (
      <Empty {...words.mine.visitor}>
        <Button onClick={openPerson}>{words.mine.logIn}</Button>
      </Empty>
    );
  if (refusal !== null) {
    const { art, title, text } = failureOf(refusal);
    return (
      <Empty art={art} title={title} text={text}>
        <Button onClick={reload}>{words.mine.retry}</Button>
      </Empty>
    );
  }
  return coupons === null ? <Loading /> : <Coupons coupons={coupons} />;
}

/** The person's coupons by where they stand (mockup 12-coupons). */
export default function WalletPage() {
  const brand = useBrand();
  return (
    <Screen brand={brand} hasBar>
      <NavBar title={words.mine.title} back="/" />
      <Wallet />
    </Screen>
  );
}
