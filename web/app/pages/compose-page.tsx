import "../../compose/compose.module.css";
import "../../compose/folds.module.css";
import "../../compose/inputs/inputs.module.css";
import { useMemo, useState } from "react";
import type { MetaFunction } from "react-router";
import { Blocks } from "../../blocks/blocks.tsx";
import { linkedPage } from "../../compose/api.ts";
import { Editor, type RenderBlocks } from "../../compose/editor/editor.tsx";
import { StaffNameForm } from "../../ui/form/staff-name-form.tsx";
import { composeMessages } from "../../compose/messages.ts";
import { composeStaffName, composeLink } from "../../platform/staff-link/compose-link.ts";
import { brandOf, useBrand } from "../../platform/environment/site.ts";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { DeskScreen } from "../../ui/layout/desk-screen.tsx";
import { leaveDesk } from "../../platform/staff-link/staff-link.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";

export const meta: MetaFunction = ({ matches }) => [
  { title: `${composeMessages.title} - ${brandOf(matches).name}` },
  { name: "robots", content: "noindex" },
];

const showBlocks: RenderBlocks = (blocks, times) => (
  <Blocks
    activity={{ ...times, blocks: [...blocks] }}
    form={<Notice>{composeMessages.slots.form}</Notice>}
    coupons={<Notice>{composeMessages.slots.coupons}</Notice>}
  />
);

type LinkedEditorProps = { link: string; by: string; onChangeName: () => void };
function LinkedEditor({ link, by, onChangeName }: LinkedEditorProps) {
  const page = useMemo(() => linkedPage(link, by), [link, by]);
  return <Editor page={page} onChangeName={onChangeName} showBlocks={showBlocks} />;
}

/** Operators compose the page of an online campaign, by a compose link (contract/compose/compose.ts). */
export default function ComposePage() {
  const brand = useBrand();
  const isHydrated = useHydrated();
  const [by, setBy] = useState(composeStaffName.get);
  const start = (name: string) => {
    composeStaffName.set(name);
    setBy(name);
  };
  return (
    <DeskScreen
      brand={brand}
      title={composeMessages.title}
      person={
        isHydrated && composeLink !== null && by !== ""
          ? { name: by, leave: () => leaveDesk("compose", composeStaffName) }
          : null
      }
    >
      {isHydrated && composeLink === null && <EmptyState {...composeMessages.noLink} />}
      {isHydrated && composeLink !== null && by === "" && (
        <StaffNameForm messages={composeMessages} onDone={start} />
      )}
      {isHydrated && composeLink !== null && by !== "" && (
        <LinkedEditor link={composeLink} by={by} onChangeName={() => start("")} />
      )}
    </DeskScreen>
  );
}
