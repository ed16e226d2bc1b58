import "./check-in.css";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import { checkInBy, checkInLink } from "../platform/check-in-link.ts";
import { brandOf, useBrand } from "../platform/site.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/form.tsx";
import { NavBar } from "../ui/frame.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { Desk } from "./desk.tsx";
import { words } from "./words.ts";

export const meta: MetaFunction = ({ matches }) => [
  { title: `${words.title} - ${brandOf(matches).name}` },
  { name: "robots", content: "noindex" },
];

/** Who checks in, before anybody is. */
function WhoForm({ onDone }: { onDone: (name: string) => void }) {
  const [name, setName] = useState("");
  const [error, setError] = useState<string | null>(null);
  const send = () => {
    const given = name.trim();
    if (given === "") setError(words.whoNeeded);
    else onDone(given.slice(0, 20));
  };
  return (
    <form
      className="ci-who card p"
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field
        label={words.who}
        isRequired
        value={name}
        placeholder={words.whoPlaceholder}
        error={error}
        hint={words.whoWhy}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" isWide>
        {words.start}
      </Button>
    </form>
  );
}

/** The dealer's staff check guests in, by a link (requirement L19). */
export default function CheckInPage() {
  const brand = useBrand();
  const isHydrated = useHydrated();
  const [by, setBy] = useState(checkInBy.get);
  const start = (name: string) => {
    checkInBy.set(name);
    setBy(name);
  };
  return (
    <Screen brand={brand} hasBar>
      <NavBar title={words.title} back="/" />
      {isHydrated && checkInLink === null && <Empty {...words.noLink} />}
      {isHydrated && checkInLink !== null && by === "" && <WhoForm onDone={start} />}
      {isHydrated && checkInLink !== null && by !== "" && (
        <Desk link={checkInLink} by={by} onChangeWho={() => start("")} />
      )}
    </Screen>
  );
}
