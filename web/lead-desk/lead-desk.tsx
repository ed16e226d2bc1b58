import "./lead-desk.css";
import { useState } from "react";
import { leadBy, leadLink } from "../platform/lead-link.ts";
import { useBrand } from "../platform/site.ts";
import { NavBar } from "../ui/frame.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { WhoForm } from "../ui/who-form.tsx";
import { Desk } from "./desk.tsx";
import { words } from "./words.ts";

/** The dealer's staff call who left a lead, by a link (contract/lead-desk.ts; requirements M01, W10). */
export default function LeadDesk({ link = leadLink }: { link?: string | null }) {
  const [by, setBy] = useState(leadBy.get);
  const [isChanging, setChanging] = useState(by === "");
  const start = (name: string) => {
    leadBy.set(name);
    setBy(name);
    setChanging(false);
  };
  return (
    <Screen brand={useBrand()} hasBar>
      <NavBar title={words.title} back="/" />
      {link === null && <Empty {...words.noLink} />}
      {link !== null && isChanging && <WhoForm words={words} current={by} onDone={start} />}
      {link !== null && !isChanging && <Desk link={link} by={by} onChangeWho={() => setChanging(true)} />}
    </Screen>
  );
}
