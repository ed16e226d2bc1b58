import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { BulkLeadResult } from "#contract/console/lead/lead-bulk.ts";
import type { LeadSelection } from "#contract/console/lead/lead-assignment.ts";
import { Segments } from "../kit/controls/segments.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { leadKeys, planLeadBulk, startLeadBulk, type LeadBulkAct } from "./api.ts";
import { leadPageMessages } from "./messages.ts";

const { bulk: texts } = leadPageMessages;
const results = (Object.keys(texts.results) as BulkLeadResult[]).map((value) => ({
  value,
  label: texts.results[value],
}));

type BulkDialogProps = {
  act: "mark" | "remind";
  selection: LeadSelection;
  count: string;
  onStarted: (jobId: string) => void;
  onClose: () => void;
};
/** Marks or reminds the ticked leads as a job, after a dry run that says which it cannot (requirement CO37). */
export function BulkDialog({ act, selection, count, onStarted, onClose }: BulkDialogProps) {
  const [result, setResult] = useState<BulkLeadResult>("missed");
  const wanted: LeadBulkAct = act === "remind" ? "remind" : result;
  const plan = useQuery({
    queryKey: leadKeys.bulk(wanted, selection),
    queryFn: () => planLeadBulk(wanted, selection),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <ConfirmDialog
      isOpen
      title={act === "remind" ? texts.remindTitle(count) : texts.markTitle(count)}
      {...(act === "remind" && { text: texts.remindText })}
      confirm={act === "remind" ? texts.remind : texts.confirm}
      isDisabled={(plan.data?.able ?? 0) === 0}
      onConfirm={async () => onStarted(await startLeadBulk(wanted, selection))}
      onClose={onClose}
    >
      {act === "mark" && (
        <Segments label={texts.result} value={result} options={results} onChange={setResult} />
      )}
      {plan.error && <NoteBar tone="error">{plan.error.message}</NoteBar>}
      {plan.data && (
        <>
          <NoteBar tone={plan.data.able === 0 ? "warn" : "info"}>
            {texts.plan(plan.data.able, plan.data.count)}
            {plan.data.refused.map(({ fault, count: refused }) => (
              <div key={fault}>{texts.fault(fault, refused)}</div>
            ))}
          </NoteBar>
          <p className={`${utilityCss.caption} ${utilityCss.muted}`}>{texts.dry}</p>
        </>
      )}
    </ConfirmDialog>
  );
}
