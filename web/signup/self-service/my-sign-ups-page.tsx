import * as mySignUpsCss from "./my-sign-ups.module.css";
import { lazy, Suspense, useState } from "react";
import { useSearchParams, type MetaFunction } from "react-router";
import { listOwnSignUps, type OwnSignUp } from "#contract/signup/self-service.ts";
import { send } from "../../platform/http/send.ts";
import { brandOf, useBrand } from "../../platform/environment/site.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { ButtonLink } from "../../ui/form/button.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { AuthGatedSection } from "../../ui/feedback/auth-gated-section.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { confirmAndCancelSignUp } from "./manage-sign-up.ts";
import { SignUpCard } from "./sign-up-card.tsx";
import { signUpMessages } from "../messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";

export const meta: MetaFunction = ({ matches }) => [
  { title: `${signUpMessages.own.title} - ${brandOf(matches).name}` },
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

/** An offline copy cannot be changed. */
const asReadOnly = (signUp: OwnSignUp): OwnSignUp => ({ ...signUp, canCancel: false, canChange: false });

const ChangeSessionSheet = lazy(() =>
  import("./change-session-sheet.tsx").then((part) => ({ default: part.ChangeSessionSheet })),
);

type SignUpsProps = {
  signUps: readonly OwnSignUp[];
  /** An offline copy. */
  isCopy: boolean;
  reload: () => Promise<void>;
};

function SignUps({ signUps, isCopy, reload }: SignUpsProps) {
  const [parameters, setParameters] = useSearchParams();
  const [changing, setChanging] = useState<OwnSignUp | null>(null);
  const cancel = async (signUp: OwnSignUp) => {
    if (await confirmAndCancelSignUp(signUp)) await reload();
  };
  const panel = (name: TabName) => {
    const shown = signUps.filter(tabs[name]);
    if (shown.length === 0)
      return (
        <EmptyState {...signUpMessages.own.empty[name]}>
          <ButtonLink to="/list">{signUpMessages.own.find}</ButtonLink>
        </EmptyState>
      );
    return (
      <ul className={mySignUpsCss.list}>
        {shown.map((signUp) => (
          <SignUpCard
            key={signUp.signUpId}
            signUp={signUp}
            onCancel={() => void cancel(signUp)}
            onChange={() => setChanging(signUp)}
            onAcknowledged={isCopy ? null : () => void reload()}
          />
        ))}
      </ul>
    );
  };
  const label = (name: TabName): string => {
    const count = signUps.filter(tabs[name]).length;
    return (name === "upcoming" || name === "waiting") && count > 0
      ? signUpMessages.own.count(signUpMessages.own.tabs[name], count)
      : signUpMessages.own.tabs[name];
  };
  return (
    <>
      <Tabs
        label={signUpMessages.own.title}
        tabs={names.map((name) => ({ name, label: label(name), panel: () => panel(name) }))}
        value={nameOf(parameters.get("tab"))}
        onChange={(tab) => setParameters({ tab }, { replace: true, preventScrollReset: true })}
      />
      {changing !== null && (
        <Suspense>
          <ChangeSessionSheet
            signUp={changing}
            onClose={() => setChanging(null)}
            onChanged={() => void reload()}
          />
        </Suspense>
      )}
    </>
  );
}

const Skeleton = () => (
  <div className={mySignUpsCss.list} aria-hidden="true">
    {[1, 2, 3].map((place) => (
      <div key={place} className={`${contentCss.card} ${mySignUpsCss.card} ${contentCss.skeleton}`} />
    ))}
  </div>
);

/** The person's sign-ups by state (mockup 12-my-signups). */
export default function MySignUpsPage() {
  const brand = useBrand();
  const signUpsData = usePersonalData("sign-ups", () => send(listOwnSignUps, {}, { isSilent: true }));
  return (
    <Screen brand={brand} current="mine" hasBar>
      <NavBar title={signUpMessages.own.title} back="/mine" />
      <AuthGatedSection data={signUpsData} visitor={signUpMessages.own.visitor} skeleton={<Skeleton />}>
        {(signUps) => (
          <SignUps
            signUps={signUpsData.fetchedAt === null ? signUps : signUps.map(asReadOnly)}
            isCopy={signUpsData.fetchedAt !== null}
            reload={signUpsData.reload}
          />
        )}
      </AuthGatedSection>
    </Screen>
  );
}
