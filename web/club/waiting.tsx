import { openPerson } from "../platform/login/person.ts";
import { useUser } from "../platform/login/use-user.ts";
import { useBrand } from "../platform/site.ts";
import { Button } from "../ui/button.tsx";
import { NavBar } from "../ui/frame.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { words } from "./words.ts";

/** The boxes of a list that is on its way. */
export const Boxes = () => (
  <div className="cl-pad" aria-busy="true">
    {[1, 2, 3].map((place) => (
      <div key={place} className="card sk cl-box" aria-hidden="true" />
    ))}
    <output className="sr">{words.loading}</output>
  </div>
);

/** A screen whose script is on its way. */
export const Waiting = ({ title }: { title: string }) => (
  <Screen brand={useBrand()} current="club" hasBar isBusy>
    <NavBar title={title} back="/club" />
    <Boxes />
  </Screen>
);

/** One's own page before it is known whose: the way to log in, or the boxes until it is loaded. */
export function MeScreen() {
  const isVisitor = useUser() === null;
  const isHydrated = useHydrated();
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar title={words.me} back="/mine" />
      {isHydrated && isVisitor ? (
        <Empty {...words.meVisitor}>
          <Button onClick={openPerson}>{words.logIn}</Button>
        </Empty>
      ) : (
        <Boxes />
      )}
    </Screen>
  );
}
