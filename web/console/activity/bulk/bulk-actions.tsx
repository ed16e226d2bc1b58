import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  MAX_TAG,
  type ActivityBulkAct,
  type ActivityBulkPlan,
  type ActivitySelection,
  type TagChange,
} from "#contract/console/activity/bulk.ts";
import { countCharacters } from "#contract/core/characters.ts";
import { isBlank } from "#contract/core/text.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { Segments } from "../../kit/controls/segments.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { TextInput } from "../../kit/form/text-input.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import { useMay } from "../../shell/index.ts";
import { CloneFields, usualClone } from "../clone-fields.tsx";
import { planActs, planKey, startActs, type ReadyAct } from "./api.ts";
import { activityBulkTexts as texts } from "./messages.ts";

type Kind = ActivityBulkAct["kind"];
const changes = (Object.keys(texts.changes) as TagChange[]).map((value) => ({
  value,
  label: texts.changes[value],
}));
const isTag = (text: string): boolean => !isBlank(text) && countCharacters(text.trim()) <= MAX_TAG;

/** Effect of an act before it is started (requirement CO37). */
const PlanNote = ({ kind, plan }: { kind: Kind; plan: ActivityBulkPlan }) => (
  <NoteBar tone={plan.able === 0 ? "warn" : "info"}>
    {texts.plan(plan.able, plan.count - plan.able)} · {texts.dry}
    {kind === "withdraw" && plan.able > 0 && <div>{texts.people(plan.taken, plan.waiting)}</div>}
    {plan.refused.map(({ fault, count }) => (
      <div key={fault}>{texts.fault(fault, count)}</div>
    ))}
  </NoteBar>
);

/** Fields that the dialog asks for, and the act once it is complete. */
function useAct(kind: Kind) {
  const [change, setChange] = useState<TagChange>("add");
  const [tag, setTag] = useState("");
  const [clone, setClone] = useState(usualClone);
  const act = (): ReadyAct | null => {
    if (kind === "withdraw") return { kind };
    if (kind === "tag") return isTag(tag) ? { kind, change, tag: tag.trim() } : null;
    const { parts, shiftDays } = clone;
    return shiftDays === null ? null : { kind, parts: [...parts], shiftDays: Math.round(shiftDays) };
  };
  const fields =
    kind === "tag" ? (
      <>
        <Segments label={texts.change} options={changes} value={change} onChange={setChange} />
        <TextInput label={texts.tag} hint={texts.tagHint} value={tag} onChange={setTag} isRequired />
      </>
    ) : kind === "clone" ? (
      <CloneFields value={clone} onChange={setClone} />
    ) : null;
  return { act: act(), fields };
}

type BulkProps = {
  selection: ActivitySelection;
  /** Number of the chosen activities, as the list shows it. */
  count: string;
  onStarted: (jobId: string) => void;
};
/** Asks for what an act needs, shows what it would do, and starts it. */
function BulkDialog({
  kind,
  selection,
  count,
  onStarted,
  onClose,
}: BulkProps & { kind: Kind; onClose: () => void }) {
  const { act, fields } = useAct(kind);
  const plan = useQuery({
    queryKey: planKey(act, selection),
    queryFn: () => (act === null ? null : planActs(act, selection)),
    enabled: act !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <ConfirmDialog
      isOpen
      title={texts.titles[kind](count)}
      text={texts.intros[kind]}
      confirm={texts.confirm[kind]}
      isDanger={kind === "withdraw"}
      isDisabled={act === null || (plan.data?.able ?? 0) === 0}
      onConfirm={async () => {
        if (act !== null) onStarted(await startActs(act, selection));
      }}
      onClose={onClose}
    >
      {fields}
      {plan.error && <NoteBar tone="error">{plan.error.message}</NoteBar>}
      {plan.data && <PlanNote kind={kind} plan={plan.data} />}
    </ConfirmDialog>
  );
}

/** Bulk acts on the ticked activities. */
export function ActivityBulkActions(props: BulkProps) {
  const [kind, setKind] = useState<Kind | null>(null);
  const mayPublish = useMay("activity.publish");
  const mayWrite = useMay("activity.write");
  const button = (each: Kind) => (
    <ConsoleButton isSmall onClick={() => setKind(each)}>
      {texts.acts[each]}
    </ConsoleButton>
  );
  return (
    <>
      {mayWrite && button("clone")}
      {mayPublish && button("tag")}
      {mayPublish && button("withdraw")}
      {kind !== null && <BulkDialog {...props} kind={kind} onClose={() => setKind(null)} />}
    </>
  );
}
