import * as shareCss from "./share.module.css";
import type { MetaFunction } from "react-router";
import type { SharedLink } from "#contract/share/share.ts";
import { send } from "../platform/http/send.ts";
import { openAccountOrLogin } from "../platform/session/open-account.ts";
import { useUser } from "../platform/session/use-user.ts";
import { brandOf, useBrand } from "../platform/environment/site.ts";
import { Button, ButtonLink } from "../ui/form/button.tsx";
import { describeFailure } from "../ui/feedback/load-failure.ts";
import { NavBar } from "../ui/layout/site-frame.tsx";
import { useHydrated } from "../ui/hooks/use-hydrated.ts";
import { Screen } from "../ui/layout/screen.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { loadShares } from "./api.ts";
import { ShareCard } from "./share-card.tsx";
import { useKeyedLoad } from "./use-keyed-load.ts";
import { shareMessages } from "./messages.ts";
import * as contentCss from "../ui/styles/content.module.css";
import * as textCss from "../ui/styles/text.module.css";

export const meta: MetaFunction = ({ matches }) => [
  { title: `${shareMessages.title} - ${brandOf(matches).name}` },
];

const load = (): Promise<SharedLink[]> => loadShares(send);

const Loading = () => (
  <div className={shareCss.shares}>
    {[1, 2].map((place) => (
      <div
        key={place}
        className={`${contentCss.card} ${shareCss.card} ${shareCss.waiting} ${contentCss.skeleton}`}
        aria-hidden="true"
      />
    ))}
    <output className={textCss.visuallyHidden}>{shareMessages.loading}</output>
  </div>
);

function Shares() {
  const openId = useUser()?.openId ?? null;
  const isHydrated = useHydrated();
  const { value, hasFailed, refusal, reload } = useKeyedLoad(openId, load);
  if (!isHydrated) return <Loading />;
  if (openId === null)
    return (
      <EmptyState {...shareMessages.visitor}>
        <Button onClick={openAccountOrLogin}>{shareMessages.logIn}</Button>
      </EmptyState>
    );
  if (hasFailed) {
    const { art, title, text } = describeFailure(refusal);
    return (
      <EmptyState art={art} title={title} text={text}>
        <Button onClick={reload}>{shareMessages.retry}</Button>
      </EmptyState>
    );
  }
  if (value === null) return <Loading />;
  if (value.length === 0)
    return (
      <EmptyState {...shareMessages.empty}>
        <ButtonLink to="/list">{shareMessages.others}</ButtonLink>
      </EmptyState>
    );
  return (
    <div className={shareCss.shares}>
      {value.map((share) => (
        <ShareCard key={share.activityId} share={share} />
      ))}
    </div>
  );
}

/** The user's shares and their results (requirement M21). */
export default function SharesPage() {
  return (
    <Screen brand={useBrand()} hasBar>
      <NavBar title={shareMessages.title} back="/" />
      <Shares />
    </Screen>
  );
}
