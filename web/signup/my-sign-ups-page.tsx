import "./my-sign-ups.css";
import { lazy, Suspense, useState } from "react";
import { useSearchParams, type MetaFunction } from "react-router";
import { listOwnSignUps, type OwnSignUp } from "#contract/own-sign-up.ts";
import { send } from "../platform/http/send.ts";
import { brandOf, useBrand } from "../platform/site.ts";
import { useOwn } from "../platform/use-own.ts";
import { ButtonLink } from "../ui/button.tsx";
import { NavBar } from "../ui/frame.tsx";
import { OwnPart } from "../ui/own-part.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { cancelOwn } from "./own-actions.ts";
import { SignUpCard } from "./sign-up-card.tsx";
import { words } from "./words.ts";

export const meta: MetaFunction = ({ matches }) => [
  { title: `${words.own.title} - ${brandOf(matches).name}` },
];

const tabs = {
  all: () => true,
  upcoming: ({ state }: OwnSignUp) => state === "upcoming",
  waiting: ({ state }: OwnSignUp) => state === "waiting" || state === "offered",
  done: ({ state }: OwnSignUp) => state === "ended" || state === "attended",
  cancelled: ({ state }: OwnSignUp) => state === "cancelled" || state === "expired",
} as const;
type TabName = keyof typeof tabs;
const names = Object.keys(tabs) as TabName[];
const nameOf = (text: string | null): TabName => names.find((name) => name === text) ?? "all";

/** Out of the browser's database: nothing of it can be changed while the server is not there. */
const asKept = (signUp: OwnSignUp): OwnSignUp => ({ ...signUp, canCancel: false, canChange: false });

const ChangeSheet = lazy(() => import("./change-sheet.tsx").then((part) => ({ default: part.ChangeSheet })));

function SignUps({ signUps, reload }: { signUps: readonly OwnSignUp[]; reload: () => Promise<void> }) {
  const [parameters, setParameters] = useSearchParams();
  const [changing, setChanging] = useState<OwnSignUp | null>(null);
  const cancel = async (signUp: OwnSignUp) => {
    if (await cancelOwn(signUp)) await reload();
  };
  const panel = (name: TabName) => {
    const shown = signUps.filter(tabs[name]);
    if (shown.length === 0)
      return (
        <Empty {...words.own.empty[name]}>
          <ButtonLink to="/list">{words.own.find}</ButtonLink>
        </Empty>
      );
    return (
      <ul className="su-owns">
        {shown.map((signUp) => (
          <SignUpCard
            key={signUp.signUpId}
            signUp={signUp}
            onCancel={() => void cancel(signUp)}
            onChange={() => setChanging(signUp)}
          />
        ))}
      </ul>
    );
  };
  const label = (name: TabName): string => {
    const count = signUps.filter(tabs[name]).length;
    return (name === "upcoming" || name === "waiting") && count > 0
      ? words.own.count(words.own.tabs[name], count)
      : words.own.tabs[name];
  };
  return (
    <>
      <Tabs
        label={words.own.title}
        tabs={names.map((name) => ({ name, label: label(name), panel: () => panel(name) }))}
        value={nameOf(parameters.get("tab"))}
        onChange={(tab) => setParameters({ tab }, { replace: true, preventScrollReset: true })}
      />
      {changing !== null && (
        <Suspense>
          <ChangeSheet held={changing} onClose={() => setChanging(null)} onChanged={() => void reload()} />
        </Suspense>
      )}
    </>
  );
}

const Skeleton = () => (
  <div className="su-owns" aria-hidden="true">
    {[1, 2, 3].map((place) => (
      <div key={place} className="card su-own sk" />
    ))}
  </div>
);

/** The person's sign-ups by where they stand (mockup 12-my-signups). */
export default function MySignUpsPage() {
  const brand = useBrand();
  const own = useOwn("sign-ups", () => send(listOwnSignUps, {}, { isSilent: true }));
  return (
    <Screen brand={brand} current="mine" hasBar>
      <NavBar title={words.own.title} back="/mine" />
      <OwnPart own={own} visitor={words.own.visitor} skeleton={<Skeleton />}>
        {(signUps) => (
          <SignUps signUps={own.asOf === null ? signUps : signUps.map(asKept)} reload={own.reload} />
        )}
      </OwnPart>
    </Screen>
  );
}
