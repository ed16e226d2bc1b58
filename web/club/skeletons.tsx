import { openAccountOrLogin } from "../platform/session/open-account.ts";
import { useUser } from "../platform/session/use-user.ts";
import { useBrand } from "../platform/environment/site.ts";
import { Button } from "../ui/form/button.tsx";
import { NavBar } from "../ui/layout/site-frame.tsx";
import { useHydrated } from "../ui/hooks/use-hydrated.ts";
import { Screen } from "../ui/layout/screen.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { clubMessages } from "./messages.ts";
import * as clubCss from "./club.module.css";
import * as contentCss from "../ui/styles/content.module.css";
import * as peopleCss from "./member/people.module.css";
import * as textCss from "../ui/styles/text.module.css";

/** Placeholder of a list that is loading. */
export const ListSkeleton = () => (
  <div className={clubCss.gutter} aria-busy="true">
    {[1, 2, 3].map((index) => (
      <div
        key={index}
        className={`${contentCss.card} ${contentCss.skeleton} ${peopleCss.box}`}
        aria-hidden="true"
      />
    ))}
    <output className={textCss.visuallyHidden}>{clubMessages.loading}</output>
  </div>
);

/** Placeholder of a screen whose script is loading. */
export const ScreenSkeleton = ({ title }: { title: string }) => (
  <Screen brand={useBrand()} current="club" hasBar isBusy>
    <NavBar title={title} back="/club" />
    <ListSkeleton />
  </Screen>
);

/** The person's own page while nobody is known to be logged in: a login button, or a placeholder until hydration. */
export function MeScreen() {
  const isVisitor = useUser() === null;
  const isHydrated = useHydrated();
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar title={clubMessages.me} back="/mine" />
      {isHydrated && isVisitor ? (
        <EmptyState {...clubMessages.meVisitor}>
          <Button onClick={openAccountOrLogin}>{clubMessages.logIn}</Button>
        </EmptyState>
      ) : (
        <ListSkeleton />
      )}
    </Screen>
  );
}
