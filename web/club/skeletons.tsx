import { openAccountOrLogin } from "../platform/session/open-account.ts";
import { useUser } from "../platform/session/use-user.ts";
import { useBrand } from "../platform/environment/site.ts";
import { Button } from "../ui/form/button.tsx";
import { NavBar } from "../ui/layout/site-frame.tsx";
import { useHydrated } from "../ui/hooks/use-hydrated.ts";
import { Screen } from "../ui/layout/screen.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { clubMessages } from "./messages.ts";

/** The boxes of a list that is on its way. */
export const ListSkeleton = () => (
  <div className="cl-pad" aria-busy="true">
    {[1, 2, 3].map((place) => (
      <div key={place} className="card sk cl-box" aria-hidden="true" />
    ))}
    <output className="sr">{clubMessages.loading}</output>
  </div>
);

/** A screen whose script is on its way. */
export const ScreenSkeleton = ({ title }: { title: string }) => (
  <Screen brand={useBrand()} current="club" hasBar isBusy>
    <NavBar title={title} back="/club" />
    <ListSkeleton />
  </Screen>
);

/** One's own page before it is known whose: the way to log in, or the boxes until it is loaded. */
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
