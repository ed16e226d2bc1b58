import "./check-in.css";
import { useState } from "react";
import { checkInBy, checkInLink } from "../platform/check-in-link.ts";
import { useBrand } from "../platform/site.ts";
import { NavBar } from "../ui/frame.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { WhoForm } from "../ui/who-form.tsx";
import { Desk } from "./desk.tsx";
import { words } from "./words.ts";

/** The dealer's staff check guests in, by a link (requirement L19). */
export default function CheckInDesk() {
  const brand = useBrand();
  const [by, setBy] = useState(checkInBy.get);
  const [isChanging, setChanging] = useState(by === "");
  const start = (name: string) => {
    checkInBy.set(name);
    setBy(name);
    setChanging(false);
  };
  return (
    <Screen brand={brand} hasBar>
      <NavBar title={words.title} back="/" />
      {checkInLink === null && <Empty {...words.noLink} />}
      {checkInLink !== null && isChanging && <WhoForm words={words} current={by} onDone={start} />}
      {checkInLink !== null && !isChanging && (
        <Desk link={checkInLink} by={by} onChangeWho={() => setChanging(true)} />
      )}
    </Screen>
  );
}
