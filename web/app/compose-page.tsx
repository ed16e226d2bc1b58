import "../compose/compose.css";
import "../compose/folds.css";
import "../compose/inputs.css";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import { Blocks } from "../blocks/blocks.tsx";
import { Editor, type ShowBlocks } from "../compose/editor.tsx";
import { WhoForm } from "../ui/who-form.tsx";
import { words } from "../compose/words.ts";
import { composeBy, composeLink } from "../platform/compose-link.ts";
import { brandOf, useBrand } from "../platform/site.ts";
import { NavBar } from "../ui/frame.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { Notice } from "../ui/notice.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";

export const meta: MetaFunction = ({ matches }) => [
  { title: `${words.title} - ${brandOf(matches).name}` },
  { name: "robots", content: "noindex" },
];

const showBlocks: ShowBlocks = (blocks, times) => (
  <Blocks
    activity={{ ...times, blocks: [...blocks] }}
    form={<Notice>{words.slots.form}</Notice>}
    coupons={<Notice>{words.slots.coupons}</Notice>}
  />
);

/** Operators compose the page of an online campaign, by a link (contract/compose.ts). */
export default function ComposePage() {
  const brand = useBrand();
  const isHydrated = useHydrated();
  const [by, setBy] = useState(composeBy.get);
  const start = (name: string) => {
    composeBy.set(name);
    setBy(name);
  };
  return (
    <Screen brand={brand} hasBar>
      <NavBar title={words.title} back="/" />
      {isHydrated && composeLink === null && <Empty {...words.noLink} />}
      {isHydrated && composeLink !== null && by === "" && <WhoForm words={words} onDone={start} />}
      {isHydrated && composeLink !== null && by !== "" && (
        <Editor link={composeLink} by={by} onChangeWho={() => start("")} showBlocks={showBlocks} />
      )}
    </Screen>
  );
}
