import "./share.css";
import type { MetaFunction } from "react-router";
import type { Share } from "#contract/share.ts";
import { send } from "../platform/http/send.ts";
import { openPerson } from "../platform/login/person.ts";
import { useUser } from "../platform/login/use-user.ts";
import { brandOf, useBrand } from "../platform/site.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { failureOf } from "../ui/failure.ts";
import { NavBar } from "../ui/frame.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { loadShares } from "./api.ts";
import { ShareCard } from "./share-card.tsx";
import { useLoaded } from "./use-loaded.ts";
import { words } from "./words.ts";

export const meta: MetaFunction = ({ matches }) => [{ title: `${words.title} - ${brandOf(matches).name}` }];

const load = (): Promise<Share[]> => loadShares(send);

const Loading = () => (
  <div className="shs">
    {[1, 2].map((place) => (
      <div key={place} className="card shr-c shr-w sk" aria-hidden="true" />
    ))}
    <output className="sr">{words.loading}</output>
  </div>
);

function Shares() {
  const openId = useUser()?.openId ?? null;
  const isHydrated = useHydrated();
  const { value, hasFailed, refusal, reload } = useLoaded(openId, load);
  if (!isHydrated) return <Loading />;
  if (openId === null)
    return (
      <Empty {...words.visitor}>
        <Button onClick={openPerson}>{words.logIn}</Button>
      </Empty>
    );
  if (hasFailed) {
    const { art, title, text } = failureOf(refusal);
    return (
      <Empty art={art} title={title} text={text}>
        <Button onClick={reload}>{words.retry}</Button>
      </Empty>
    );
  }
  if (value === null) return <Loading />;
  if (value.length === 0)
    return (
      <Empty {...words.empty}>
        <ButtonLink to="/list">{words.others}</ButtonLink>
      </Empty>
    );
  return (
    <div className="shs">
      {value.map((share) => (
        <ShareCard key={share.activityId} share={share} />
      ))}
    </div>
  );
}

/** What the person has shared and what came of it (requirement M21). */
export default function SharesPage() {
  return (
    <Screen brand={useBrand()} hasBar>
      <NavBar title={words.title} back="/" />
      <Shares />
    </Screen>
  );
}
