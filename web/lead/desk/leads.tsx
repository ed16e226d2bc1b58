import { useState } from "react";
import type { DeskLead } from "#contract/lead/desk.ts";
import { useWideScreen } from "../../platform/browser/use-wide-screen.ts";
import { LeadCard } from "./lead-card.tsx";
import { LeadTable } from "./lead-table.tsx";
import type { useDeskLeads } from "./use-desk-leads.ts";
import { leadDeskMessages } from "./messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as leadDeskCss from "./lead-desk.module.css";

type LeadActions = Pick<
  ReturnType<typeof useDeskLeads>,
  "numberOf" | "isBusy" | "reveal" | "mark" | "unmark" | "plan" | "addNote"
>;
type LeadsProps = { leads: readonly DeskLead[]; actions: LeadActions };

const Card = ({ lead, actions }: { lead: DeskLead; actions: LeadActions }) => (
  <LeadCard
    lead={lead}
    isBusy={actions.isBusy}
    mobile={actions.numberOf(lead)}
    onReveal={() => void actions.reveal(lead)}
    onMark={(result, testDriveTime) => void actions.mark(lead, result, testDriveTime)}
    onUnmark={() => void actions.unmark(lead)}
    onPlan={(next) => void actions.plan(lead, next)}
    onNote={(text, key) => actions.addNote(lead, text, key)}
  />
);

/** Leads as cards; in a wide window as a table, with the card of the chosen one beside it. */
export function Leads({ leads, actions }: LeadsProps) {
  const isWide = useWideScreen();
  const [chosenId, setChosenId] = useState<string | null>(null);
  if (!isWide)
    return (
      <ul className={leadDeskCss.list} aria-label={leadDeskMessages.list}>
        {leads.map((lead) => (
          <Card key={lead.leadId} {...{ lead, actions }} />
        ))}
      </ul>
    );
  const chosen = leads.find(({ leadId }) => leadId === chosenId);
  return (
    <div className={leadDeskCss.columns}>
      <LeadTable leads={leads} chosenId={chosenId} onChoose={setChosenId} />
      <ul className={`${leadDeskCss.list} ${leadDeskCss.chosen}`}>
        {chosen ? (
          <Card key={chosen.leadId} lead={chosen} actions={actions} />
        ) : (
          <li className={`${contentCss.card} ${contentCss.padded}`}>{leadDeskMessages.choose}</li>
        )}
      </ul>
    </div>
  );
}
