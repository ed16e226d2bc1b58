import type { ContactResult, DeskLead } from "#contract/lead/desk.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { Button } from "../../ui/form/button.tsx";
import { PhoneIcon } from "../../ui/icons/detail-icons.tsx";
import { Tag, type TagKind } from "../../ui/display/tag.tsx";
import { AnswerList } from "../../ui/display/answer-list.tsx";
import { AgreedTimes, FollowUpForm } from "./follow-up.tsx";
import { LeadNotes } from "./lead-notes.tsx";
import { leadDeskMessages } from "./messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as leadDeskCss from "./lead-desk.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type CardProps = {
  lead: DeskLead;
  /** Full number, once revealed. */
  mobile: string | null;
  isBusy: boolean;
  onReveal: () => void;
  /** @param testDriveTime agreed test drive, with "reached" */
  onMark: (result: ContactResult, testDriveTime?: string) => void;
  onPlan: (next: string | null) => void;
  onNote: (text: string, key: string) => Promise<boolean>;
  onUnmark: () => void;
};

const results: readonly ContactResult[] = ["reached", "missed", "declined"];
/** State of a lead on the screen: its call result, or an agreed test drive. */
export const stateOf = ({ result, testDriveTime }: DeskLead): ContactResult | "waiting" | "testDrive" =>
  testDriveTime !== null && result === "reached" ? "testDrive" : (result ?? "waiting");
export const stateTags: Readonly<Record<ReturnType<typeof stateOf>, TagKind>> = {
  testDrive: "live",
  waiting: "soon",
  reached: "ended",
  missed: "wait",
  declined: "mute",
};
const focusOn = (element: HTMLElement | null): void => element?.focus();

/** The lead's person, dealer and interest. */
function LeadSummary({ lead }: Pick<CardProps, "lead">) {
  const { name, mobile, seriesName, cityName, dealerName } = lead;
  const state = stateOf(lead);
  const facts = [seriesName, cityName, dealerName].filter((text) => text !== null);
  return (
    <div>
      <div className={`${layoutCss.row} ${layoutCss.spaceBetween} ${layoutCss.gap2}`}>
        <h3 className={`${textCss.title3} ${textCss.ellipsis}`} dir="auto">
          {name}
        </h3>
        <Tag kind={stateTags[state]}>{leadDeskMessages.states[state]}</Tag>
      </div>
      <p className={`${textCss.small} ${textCss.secondary} ${layoutCss.marginTop1}`}>
        <span className={textCss.numeric}>{mobile}</span>
        {facts.length > 0 && leadDeskMessages.between + facts.join(leadDeskMessages.between)}
      </p>
    </div>
  );
}

/** History of the lead: creation, reveals of the number, and marks, which can be undone. */
function LeadHistory({ lead, isBusy, onUnmark }: Pick<CardProps, "lead" | "isBusy" | "onUnmark">) {
  const { updatedTime, source, revealedBy, revealedTime, contactedBy, contactedTime, name } = lead;
  return (
    <div className={`${textCss.caption} ${textCss.tertiary}`}>
      <p>{leadDeskMessages.left(formatMoment(updatedTime), source)}</p>
      {revealedBy !== null && revealedTime !== null && (
        <p>{leadDeskMessages.revealed(revealedBy, formatMoment(revealedTime))}</p>
      )}
      {contactedTime !== null && (
        <p className={`${layoutCss.row} ${layoutCss.spaceBetween} ${layoutCss.gap2} ${leadDeskCss.marked}`}>
          <span>{leadDeskMessages.marked(contactedBy ?? "", formatMoment(contactedTime))}</span>
          <Button
            look="quiet"
            size="tiny"
            disabled={isBusy}
            aria-label={leadDeskMessages.undoOf(name)}
            onClick={onUnmark}
          >
            {leadDeskMessages.undo}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Leads that other people left with the same number, which is called once. */
function OtherLeads({ lead: { others } }: Pick<CardProps, "lead">) {
  if (others.length === 0) return null;
  return (
    <section className={leadDeskCss.others} aria-label={leadDeskMessages.others(others.length)}>
      <p className={textCss.small}>{leadDeskMessages.others(others.length)}</p>
      <ul>
        {others.map(({ leadId, name, seriesName, updatedTime, source, answers }) => (
          <li key={leadId}>
            <p className={textCss.small}>
              <bdi>{name}</bdi>
              {seriesName !== null && leadDeskMessages.between + seriesName}
            </p>
            <p className={`${textCss.caption} ${textCss.tertiary}`}>
              {leadDeskMessages.left(formatMoment(updatedTime), source)}
            </p>
            <AnswerList answers={answers} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A lead with its number, revealed on request, and the outcome of the call. */
export function LeadCard({ lead, mobile, isBusy, onReveal, onMark, onPlan, onNote, onUnmark }: CardProps) {
  const { name, result } = lead;
  return (
    <li className={`${contentCss.card} ${contentCss.padded} ${leadDeskCss.card}`}>
      <LeadSummary lead={lead} />
      <AnswerList answers={lead.answers} />
      <OtherLeads lead={lead} />
      <AgreedTimes lead={lead} />
      <LeadHistory {...{ lead, isBusy, onUnmark }} />
      {mobile === null ? (
        <Button
          look="tonal"
          size="small"
          disabled={isBusy}
          aria-label={leadDeskMessages.callOf(name)}
          onClick={onReveal}
        >
          <PhoneIcon size={20} />
          {leadDeskMessages.call}
        </Button>
      ) : (
        <a
          className={`${controlsCss.button} ${controlsCss.tonal} ${controlsCss.small} ${textCss.numeric}`}
          href={`tel:${mobile}`}
          ref={focusOn}
        >
          <PhoneIcon size={20} />
          {leadDeskMessages.dial(mobile)}
        </a>
      )}
      {(result === null || result === "missed") && (
        <div className={leadDeskCss.marks}>
          {results.map((one) => (
            <Button
              key={one}
              look="outline"
              size="small"
              disabled={isBusy}
              aria-label={leadDeskMessages.markOf(name, leadDeskMessages.states[one])}
              onClick={() => onMark(one)}
            >
              {leadDeskMessages.states[one]}
            </Button>
          ))}
        </div>
      )}
      <FollowUpForm {...{ lead, isBusy, onPlan }} onTestDrive={(time) => onMark("reached", time)} />
      <LeadNotes {...{ lead, isBusy, onNote }} />
    </li>
  );
}
