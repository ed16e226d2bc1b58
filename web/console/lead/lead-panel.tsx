import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { LeadDetail } from "#contract/console/leads.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { FactList, type FactEntry } from "../kit/display/fact-list.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { RevealButton } from "../kit/display/reveal-button.tsx";
import { sourceText } from "../kit/display/source-messages.ts";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { SidePanel } from "../kit/overlay/side-panel.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { useMay, useSession } from "../shell/index.ts";
import { leadKeys, loadLeadDetail, revealMobileOfLead } from "./api.ts";
import { LeadActions } from "./lead-actions.tsx";
import { Assignee, LeadBadge, SlaCell } from "./lead-columns.tsx";
import { ConsoleLeadNotes } from "./lead-notes.tsx";
import { leadPageMessages } from "./messages.ts";

const { panel: texts, title, noun, results } = leadPageMessages;
const orNull = (time: string | null): string | null => (time === null ? null : formatDateTime(time));

/** Facts of a lead; the mobile is revealed for a purpose. */
function LeadFacts({ detail, onRevealed }: { detail: LeadDetail; onRevealed: () => void }) {
  const { lead, answers } = detail;
  const canReveal = useMay("person.reveal", "one");
  const facts: FactEntry[] = [
    [
      texts.mobile,
      lead.mobile === null ? null : (
        <RevealButton
          key={lead.leadId}
          masked={lead.mobile}
          isAllowed={canReveal}
          onReveal={async (purpose) => {
            const mobile = await revealMobileOfLead(lead.leadId, purpose);
            onRevealed();
            return mobile;
          }}
        />
      ),
    ],
    [texts.due, <SlaCell key="sla" lead={lead} />],
    [texts.assignee, <Assignee key="who" lead={lead} />],
    [texts.activity, lead.activityTitle],
    [texts.dealer, lead.dealerName],
    [texts.city, detail.cityName],
    [texts.series, lead.seriesName],
    [texts.source, sourceText(lead.source) || null],
    [texts.reminded, lead.contactedTime === null ? orNull(lead.remindedTime) : null],
    [
      texts.result,
      detail.result === null
        ? null
        : `${results[detail.result]} · ${texts.by(detail.contactedBy ?? "", orNull(lead.contactedTime) ?? "")}`,
    ],
    [texts.nextCall, orNull(lead.nextCallTime)],
    [texts.testDrive, orNull(detail.testDriveTime)],
    [
      texts.seen,
      detail.revealedBy === null ? null : texts.by(detail.revealedBy, orNull(detail.revealedTime) ?? ""),
    ],
    ...answers.map(({ label, answer }): FactEntry => [label, answer]),
  ];
  return <FactList facts={facts} />;
}

const OtherLeads = ({ others }: Pick<LeadDetail, "others">) =>
  others.length === 0 ? null : (
    <section>
      <h3>{texts.others}</h3>
      {others.map(({ leadId, name, updatedTime }) => (
        <NoteBar key={leadId} tone="mute" icon={null}>
          <span data-private>{name ?? texts.erased}</span> · {formatDateTime(updatedTime)}
        </NoteBar>
      ))}
    </section>
  );

/** One lead: facts, notes, acts; the lead desk shows and changes the same. */
export function LeadPanel({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const client = useQueryClient();
  const { operatorId } = useSession().operator;
  const query = useQuery({ queryKey: leadKeys.detail(leadId), queryFn: () => loadLeadDetail(leadId) });
  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: leadKeys.detail(leadId) });
    await client.invalidateQueries({ queryKey: [leadKeys.list] });
    await client.invalidateQueries({ queryKey: [leadKeys.counts] });
  };
  const lead = query.data?.lead;
  return (
    <SidePanel
      title={lead === undefined ? title : (lead.name ?? texts.erased)}
      subtitle={<span className={utilityCss.number}>{texts.leadId(leadId)}</span>}
      badge={lead && <LeadBadge state={lead.state} hasDot />}
      {...(lead?.name && { person: { operatorId, shownAt: query.dataUpdatedAt } })}
      footer={query.data && <LeadActions detail={query.data} onChanged={refresh} />}
      onClose={onClose}
    >
      <QueryState query={query} skeleton={<TableSkeleton columns={[]} />} thing={{ noun, list: "/leads" }}>
        {(detail) => (
          <>
            <LeadFacts
              detail={detail}
              onRevealed={() => void client.invalidateQueries({ queryKey: leadKeys.detail(leadId) })}
            />
            <OtherLeads others={detail.others} />
            <section>
              <h3>{texts.notes}</h3>
              <ConsoleLeadNotes key={leadId} leadId={leadId} notes={detail.notes} onChanged={refresh} />
            </section>
          </>
        )}
      </QueryState>
    </SidePanel>
  );
}
