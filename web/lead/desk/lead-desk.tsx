import "./lead-desk.module.css";
import { useState } from "react";
import { leadStaffName, leadLink } from "../../platform/staff-link/lead-link.ts";
import { leaveDesk } from "../../platform/staff-link/staff-link.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { DeskScreen } from "../../ui/layout/desk-screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { StaffNameForm } from "../../ui/form/staff-name-form.tsx";
import { LeadDeskView } from "./lead-desk-view.tsx";
import { leadDeskMessages } from "./messages.ts";

/** Page on which a dealer's staff call leads, by a link (contract/lead/desk.ts; requirements M01, W10). */
export default function LeadDesk({ link = leadLink }: { link?: string | null }) {
  const [by, setBy] = useState(leadStaffName.get);
  const [isChanging, setChanging] = useState(by === "");
  const [place, setPlace] = useState<string>();
  const start = (name: string) => {
    leadStaffName.set(name);
    setBy(name);
    setChanging(false);
  };
  return (
    <DeskScreen
      brand={useBrand()}
      title={leadDeskMessages.title}
      place={place}
      person={
        link === null || isChanging ? null : { name: by, leave: () => leaveDesk("leads", leadStaffName) }
      }
    >
      {link === null && <EmptyState {...leadDeskMessages.noLink} />}
      {link !== null && isChanging && (
        <StaffNameForm messages={leadDeskMessages} current={by} onDone={start} />
      )}
      {link !== null && !isChanging && (
        <LeadDeskView link={link} by={by} onChangeName={() => setChanging(true)} onPlace={setPlace} />
      )}
    </DeskScreen>
  );
}
