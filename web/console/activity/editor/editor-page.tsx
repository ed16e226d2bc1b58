import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { formatClock } from "#contract/core/date-text.ts";
import type { ActivityDraft } from "#contract/console/activity/draft.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { ActivityFrame, useActivityId } from "../activity-frame.tsx";
import { abandonDraft, activityKeys, refreshActivity, showDraft } from "../api.ts";
import { consoleActivityTexts as texts } from "../messages.ts";
import { fieldLabels } from "../value-text.ts";
import * as editorCss from "./editor.module.css";
import { EditConflictPanel } from "./edit-conflict-panel.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { StepFields } from "./step-fields.tsx";
import { StepTabs, stepNames, type Step } from "./step-tabs.tsx";
import { useDraft, type DraftEditor } from "./use-draft.ts";
import { usePresence } from "./use-presence.ts";

/** Editor of an activity's draft, in four steps, with the page itself beside it. */
export function ActivityEditorPage() {
  const activityId = useActivityId();
  const query = useQuery({
    queryKey: activityKeys.draft(activityId),
    queryFn: () => showDraft(activityId),
    refetchOnWindowFocus: false,
  });
  return (
    <QueryStateOfDraft query={query}>
      {(draft) => <Editor key={draft.activityId} first={draft} />}
    </QueryStateOfDraft>
  );
}

type DraftQuery = ReturnType<typeof useQuery<ActivityDraft>>;
function QueryStateOfDraft({
  query,
  children,
}: {
  query: DraftQuery;
  children: (draft: ActivityDraft) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  return (
    <ActivityFrame>
      {() => (
        <QueryState
          query={query}
          skeleton={<div className={editorCss.skeleton} />}
          thing={{ noun: texts.noun, list: "/activities" }}
        >
          {() => null}
        </QueryState>
      )}
    </ActivityFrame>
  );
}

function Editor({ first }: { first: ActivityDraft }) {
  const editor = useDraft(first);
  const client = useQueryClient();
  const { activityId } = first;
  const [step, setStep] = useState<Step>("basic");
  const [isDiscarding, setDiscarding] = useState(false);
  const names = usePresence(activityId, true, ({ revision, liveRevision }) => {
    const { draft } = editor;
    if (revision === draft.revision && liveRevision === draft.liveRevision) return;
    void showDraft(activityId).then(editor.adopt);
  });
  const discard = async (): Promise<void> => {
    await editor.saveNow();
    editor.adopt((await abandonDraft(activityId, editor.draft.revision)).draft);
    showResult(texts.discarded);
    await refreshActivity(client, activityId);
  };
  const at = stepNames.indexOf(step);
  return (
    <ActivityFrame editing={names} beforePublish={editor.saveNow} actions={<SaveStatus editor={editor} />}>
      {(activity) => (
        <>
          <StepTabs step={step} faults={editor.draft.faults} onChange={setStep} />
          {editor.merged !== null && (
            <NoteBar tone="ok">
              {texts.merged(editor.merged.by ?? texts.somebody, fieldLabels(editor.merged.fields))}
            </NoteBar>
          )}
          {!activity.canWrite && <NoteBar tone="mute">{texts.readOnly}</NoteBar>}
          <div className={editorCss.split}>
            <fieldset className={editorCss.form} disabled={!activity.canWrite} aria-label={texts.editorLabel}>
              <StepFields step={step} editor={editor} />
              <div className={`${utilityCss.row} ${editorCss.moves}`}>
                {activity.draftFields.length > 0 && editor.draft.wasPublished && (
                  <ConsoleButton look="quiet" onClick={() => setDiscarding(true)}>
                    {texts.discard}
                  </ConsoleButton>
                )}
                <span className={utilityCss.grow} />
                {at > 0 && (
                  <ConsoleButton onClick={() => setStep(stepNames[at - 1] ?? step)}>
                    {texts.previousStep}
                  </ConsoleButton>
                )}
                {at < stepNames.length - 1 && (
                  <ConsoleButton look="primary" onClick={() => setStep(stepNames[at + 1] ?? step)}>
                    {texts.nextStepButton}
                  </ConsoleButton>
                )}
              </div>
            </fieldset>
            <PreviewPanel activityId={activityId} revision={editor.draft.revision} />
          </div>
          <EditConflictPanel editor={editor} />
          <ConfirmDialog
            isOpen={isDiscarding}
            title={texts.discardTitle}
            text={texts.discardText}
            confirm={texts.discard}
            isDanger
            onConfirm={discard}
            onClose={() => setDiscarding(false)}
          />
        </>
      )}
    </ActivityFrame>
  );
}

function SaveStatus({ editor: { state, savedTime } }: { editor: DraftEditor }) {
  const words = {
    saved: savedTime === null ? "" : texts.saved(formatClock(savedTime)),
    pending: texts.unsaved,
    saving: texts.saving,
    failed: texts.saveFailed,
  };
  return <output className={`${utilityCss.caption} ${utilityCss.secondary}`}>{words[state]}</output>;
}
