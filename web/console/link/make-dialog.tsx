import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  linkHasActivity,
  linkHasDealer,
  MAX_LINK_DAYS,
  rightOfLinkKind,
  staffLinkKind,
  type LinkChoices,
  type MadeStaffLink,
  type StaffLinkKind,
} from "#contract/console/basics/links.ts";
import { DAY, formatShort, formatWithYear } from "#contract/core/date-text.ts";
import { Refusal } from "#contract/core/errors.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { PickInput, type PickedThing } from "../kit/form/pick-input.tsx";
import { SelectInput } from "../kit/form/select-input.tsx";
import { NumberInput } from "../kit/form/text-input.tsx";
import { kitMessages } from "../kit/messages.ts";
import { Modal } from "../kit/overlay/modal.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { useSession } from "../shell/index.ts";
import { findActivities, linkKeys, loadLinkChoices, makeLink } from "./api.ts";
import { MadeLink } from "./made-link.tsx";
import { linkPageMessages } from "./messages.ts";

const { dialog: texts, kinds, kindHints } = linkPageMessages;
const ALL = "all";
/** Usual validity of a link, days. */
const usualDays: Readonly<Record<StaffLinkKind, number>> = {
  "check-in": 60,
  leads: 30,
  compose: 30,
  complaints: 30,
  preview: 7,
};
const isValidDays = (days: number | null): days is number =>
  days !== null && Number.isInteger(days) && days >= 1 && days <= MAX_LINK_DAYS;

/** Input that the dialog begins with: that of another link, or an activity. */
export type LinkTemplate = {
  readonly kind?: StaffLinkKind;
  readonly activity: PickedThing | null;
  readonly dealerId?: string | null;
};
type NewLink = {
  kind: StaffLinkKind;
  activity: PickedThing | null;
  dealerId: string | null;
  sessionId: string | null;
  days: number | null;
};
type PartsProps = {
  link: NewLink;
  choices: LinkChoices | undefined;
  faults: Readonly<Record<string, string>>;
  onChange: (part: Partial<NewLink>) => void;
};

/** Dealer and session that a desk is limited to. */
function LinkParts({ link, choices, faults, onChange }: PartsProps) {
  const sessions = (choices?.sessions ?? []).filter(
    ({ dealerId }) => dealerId === null || link.dealerId === null || dealerId === link.dealerId,
  );
  const all = (label: string) => ({ value: ALL, label });
  return (
    <>
      <SelectInput
        label={texts.dealer}
        hint={link.dealerId === null ? undefined : texts.dealerHint}
        options={[
          ...(choices?.isWhole === false ? [] : [all(texts.dealerAll)]),
          ...(choices?.dealers ?? []).map(({ dealerId, name }) => ({ value: dealerId, label: name })),
        ]}
        value={link.dealerId ?? (choices?.isWhole === false ? "" : ALL)}
        error={faults["dealerId"]}
        onChange={(value) =>
          onChange({ dealerId: value === ALL || value === "" ? null : value, sessionId: null })
        }
      />
      {link.kind === "check-in" && sessions.length > 0 && (
        <SelectInput
          label={texts.session}
          options={[
            all(texts.sessionAll),
            ...sessions.map(({ sessionId, startTime }) => ({
              value: sessionId,
              label: formatShort(startTime),
            })),
          ]}
          value={link.sessionId ?? ALL}
          error={faults["sessionId"]}
          onChange={(value) => onChange({ sessionId: value === ALL || value === "" ? null : value })}
        />
      )}
    </>
  );
}

/** State of the dialog's input, and the act of making the link. */
function useNewLink({ kind: given, activity, dealerId = null }: LinkTemplate) {
  const client = useQueryClient();
  const { may } = useSession();
  const able = staffLinkKind.options.filter((kind) => may(rightOfLinkKind[kind]));
  const kind = given !== undefined && able.includes(given) ? given : able[0];
  const [link, setLink] = useState<NewLink | null>(
    kind === undefined ? null : { kind, activity, dealerId, sessionId: null, days: usualDays[kind] },
  );
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<MadeStaffLink | null>(null);
  async function make(): Promise<void> {
    if (link === null || isBusy || !isValidDays(link.days)) return;
    setBusy(true);
    setRefusal(null);
    try {
      const isDesk = linkHasDealer(link.kind);
      setMade(
        await makeLink({
          kind: link.kind,
          activityId: linkHasActivity(link.kind) ? (link.activity?.id ?? null) : null,
          dealerId: isDesk ? link.dealerId : null,
          sessionId: link.kind === "check-in" ? link.sessionId : null,
          days: link.days,
        }),
      );
      await client.invalidateQueries({ queryKey: [linkKeys.list] });
      await client.invalidateQueries({ queryKey: [linkKeys.counts] });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setRefusal(error);
    } finally {
      setBusy(false);
    }
  }
  return { able, link, setLink, refusal, isBusy, made, make };
}

/** Makes a link of staff; then shows it, once. */
export function MakeLinkDialog({ template, onClose }: { template: LinkTemplate; onClose: () => void }) {
  const { able, link, setLink, refusal, isBusy, made, make } = useNewLink(template);
  const [openedAt] = useState(() => Date.now());
  const activityId = link?.activity?.id ?? null;
  const { data: choices } = useQuery({
    queryKey: linkKeys.choices(activityId ?? ""),
    queryFn: () => loadLinkChoices(activityId ?? ""),
    enabled: activityId !== null,
  });
  if (link === null)
    return (
      <Modal isOpen onClose={onClose} title={texts.title}>
        <NoteBar tone="warn">{texts.noKind}</NoteBar>
      </Modal>
    );
  const title = choices?.title ?? link.activity?.label ?? "";
  if (made !== null)
    return (
      <MadeLink
        made={made}
        subject={[kinds[link.kind], title].filter(Boolean).join(" · ")}
        onClose={onClose}
      />
    );
  const faults = refusal?.fields ?? {};
  const change = (part: Partial<NewLink>): void => setLink({ ...link, ...part });
  return (
    <Modal isOpen onClose={isBusy ? undefined : onClose} title={texts.title}>
      <form
        className={utilityCss.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <SelectInput
          label={texts.kind}
          hint={kindHints[link.kind]}
          options={able.map((value) => ({ value, label: kinds[value] }))}
          value={link.kind}
          error={faults["kind"]}
          onChange={(kind) => kind !== "" && change({ kind, days: usualDays[kind] })}
        />
        {linkHasActivity(link.kind) && (
          <PickInput
            label={texts.activity}
            placeholder={texts.activityHint}
            name="link-activity"
            find={findActivities}
            value={link.activity && { ...link.activity, label: title }}
            error={faults["activityId"]}
            onChange={(activity) => change({ activity, dealerId: null, sessionId: null })}
          />
        )}
        {linkHasDealer(link.kind) && link.activity !== null && (
          <LinkParts link={link} choices={choices} faults={faults} onChange={change} />
        )}
        <NumberInput
          label={texts.days}
          unit={texts.daysUnit}
          value={link.days}
          error={faults["days"]}
          {...(isValidDays(link.days) && {
            hint: texts.until(formatWithYear(openedAt + link.days * DAY)),
          })}
          onChange={(days) => change({ days })}
        />
        {refusal !== null && Object.keys(faults).length === 0 && (
          <NoteBar tone="error">{refusal.message}</NoteBar>
        )}
        <div className={utilityCss.row}>
          <span className={utilityCss.grow} />
          <ConsoleButton onClick={onClose}>{kitMessages.cancel}</ConsoleButton>
          <ConsoleButton
            type="submit"
            look="primary"
            isBusy={isBusy}
            disabled={!isValidDays(link.days) || (linkHasActivity(link.kind) && link.activity === null)}
          >
            {texts.confirm}
          </ConsoleButton>
        </div>
      </form>
    </Modal>
  );
}
