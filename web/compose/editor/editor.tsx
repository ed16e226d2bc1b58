import { useState, type ReactNode } from "react";
import type { PageBlock } from "#contract/blocks/blocks.ts";
import type { Composition } from "#contract/compose/compose.ts";
import { formatDeadline } from "#contract/core/moment-text.ts";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { Button } from "../../ui/form/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { describeFailure, asRefusal } from "../../ui/feedback/load-failure.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import type { ComposedPage } from "../api.ts";
import { BlockList } from "./block-list.tsx";
import { CopyFromCampaign } from "./copy-from-campaign.tsx";
import { EditorHeader } from "./editor-header.tsx";
import { useStatusInView } from "./use-status-in-view.ts";
import {
  useComposition,
  usePreview,
  useSaving,
  type VersionConflict,
  type CompositionEditor,
} from "./use-composition.ts";
import { FormQuestions } from "../questions/form-questions.tsx";
import { PlanSummary, PlanForm } from "./plan-form.tsx";
import { PreviewLink } from "./preview-link.tsx";
import { usePlan } from "./use-plan.ts";
import { VersionList } from "./version-list.tsx";
import { composeMessages } from "../messages.ts";
import * as composeCss from "../compose.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as inSightCss from "./status-in-view.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Renders blocks as the page does; injected by the composition root, since it belongs to another feature. */
export type RenderBlocks = (
  blocks: readonly PageBlock[],
  times: Pick<Composition, "startTime" | "endTime" | "serverTime">,
) => ReactNode;

type StatusMessageProps = {
  editor: CompositionEditor;
  /** Called when the own changes shall replace the newer version. */
  onOverwrite: (conflict: VersionConflict) => void;
};

/** Result of the last action, with the possible decisions. */
function StatusMessage({
  editor: { status, editing, reset, conflict, setConflict },
  onOverwrite,
}: StatusMessageProps) {
  const { element, isSticky } = useStatusInView(status);
  if (status === null) return null;
  const load = async () => {
    if (await raiseChallenge("dialog", composeMessages.conflict.ask)) await reset();
  };
  const overwrite = (newer: VersionConflict) => {
    setConflict(null);
    onOverwrite(newer);
  };
  const discard = async () => {
    if (await raiseChallenge("dialog", composeMessages.askDiscard)) await reset();
  };
  return (
    <div ref={element} className={classNames(inSightCss.said, isSticky && inSightCss.fresh)}>
      <Notice kind={status.kind}>
        <p>{status.text}</p>
        {conflict !== null && (
          <div className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.wrap} ${layoutCss.marginTop1}`}>
            <Button look="outline" size="small" onClick={() => void load()}>
              {composeMessages.conflict.load}
            </Button>
            <Button look="outline" size="small" onClick={() => overwrite(conflict)}>
              {composeMessages.conflict[conflict.publishTime === null ? "overwrite" : "plan"]}
            </Button>
          </div>
        )}
        {conflict === null && status.kind === "info" && editing?.isChanged && (
          <button type="button" className={controlsCss.link} onClick={() => void discard()}>
            {composeMessages.discard}
          </button>
        )}
      </Notice>
    </div>
  );
}

type PreviewProps = {
  composition: Composition;
  preview: ReturnType<typeof usePreview>;
  showBlocks: RenderBlocks;
};

/** Makes the frame focusable, since it scrolls on a desktop and must be reachable by keyboard. */
const scrollerProps = { role: "group", tabIndex: 0, "aria-label": composeMessages.live } as const;

function Preview({ composition, preview: { shown, hasFailed }, showBlocks }: PreviewProps) {
  const blocks = shown === null ? composition.blocks : shown.blocks.filter((block) => block !== null);
  return (
    <section className={composeCss.preview} aria-label={composeMessages.preview}>
      <h2 className={`${textCss.title3} ${composeCss.live}`}>{composeMessages.live}</h2>
      {hasFailed && <Notice kind="warn">{composeMessages.previewFailed}</Notice>}
      <div className={composeCss.phone} {...scrollerProps}>
        {blocks.length === 0 ? (
          <p className={`${textCss.small} ${textCss.secondary} ${textCss.center}`}>
            {composeMessages.emptyPreview}
          </p>
        ) : (
          showBlocks(blocks, composition)
        )}
      </div>
    </section>
  );
}

/** Until when the link edits the page; an operator has none. */
const LinkExpiry = ({ time }: { time: string | null }) =>
  time === null ? null : (
    <p className={`${textCss.caption} ${textCss.tertiary} ${textCss.center}`}>
      {composeMessages.validUntil(formatDeadline(time))}
    </p>
  );

type EditorProps = {
  page: ComposedPage;
  /** Changes the name under which it is saved; null: it is that of the session. */
  onChangeName: (() => void) | null;
  showBlocks: RenderBlocks;
};

/** Page composer: blocks and live preview side by side; on a phone one of them at a time. */
export function Editor({ page, onChangeName, showBlocks }: EditorProps) {
  const editor = useComposition(page);
  const { editing, reason } = editor;
  const saving = useSaving(page, editor);
  const planning = usePlan(page, editor);
  const [view, setView] = useState<"edit" | "preview">("edit");
  // After a refusal, newer previews replace its faults, so that corrected ones disappear.
  const refused = saving.faults ?? planning.faults;
  const preview = usePreview(page, editing?.list ?? null, refused);
  const newer = preview.shown?.refused === refused ? preview.shown : null;
  const faults = refused === null ? {} : (newer?.faults ?? refused);
  if (editing === null) {
    if (reason === null)
      return (
        <div className={`${composeCss.skeleton} ${contentCss.card} ${contentCss.skeleton}`}>
          <output className={textCss.visuallyHidden}>{composeMessages.loading}</output>
        </div>
      );
    const { art, title, text } = describeFailure(reason);
    return (
      <EmptyState art={art} title={title} text={text}>
        {asRefusal(reason)?.refusal !== "notFound" && (
          <Button onClick={() => void editor.load()}>{composeMessages.retry}</Button>
        )}
      </EmptyState>
    );
  }
  const { composition, list, basedOn } = editing;
  return (
    <div className={composeCss.compose} data-view={view}>
      <EditorHeader
        {...{ editing, editor, onChangeName }}
        by={page.by}
        hasPageLink={page.hasPageLink}
        isBusy={saving.isBusy}
        onSave={() => void saving.saveBasedOn(basedOn)}
      />
      <StatusMessage
        editor={editor}
        onOverwrite={({ version, publishTime }) =>
          void (publishTime === null
            ? saving.saveBasedOn(version)
            : planning.plan({ basedOn: version, publishTime }))
        }
      />
      <PlanSummary
        composition={composition}
        isBusy={planning.isBusy}
        onLoad={({ blocks }) => editor.loadPlanned(blocks)}
        onCancel={({ revision }) => void planning.cancel(revision)}
      />
      {faults["blocks"] !== undefined && <Notice kind="err">{faults["blocks"]}</Notice>}
      <fieldset
        className={`${composeCss.views} ${layoutCss.row} ${layoutCss.gap2}`}
        aria-label={composeMessages.views}
      >
        {(["edit", "preview"] as const).map((one) => (
          <Button
            key={one}
            look={one === view ? "tonal" : "quiet"}
            size="small"
            className={layoutCss.grow}
            aria-pressed={one === view}
            onClick={() => setView(one)}
          >
            {composeMessages[one]}
          </Button>
        ))}
      </fieldset>
      <div className={composeCss.edit}>
        <BlockList
          {...{ list, faults }}
          pictures={composition.pictures}
          onChange={editor.change}
          onMove={editor.move}
        />
        <PlanForm
          isChanged={editing.isChanged}
          isPlanned={composition.planned !== null}
          isBusy={planning.isBusy}
          fault={planning.faults?.["publishTime"] ?? null}
          onPlan={(publishTime) => void planning.plan({ basedOn, publishTime })}
        />
        <CopyFromCampaign
          page={page}
          activityId={composition.activityId}
          hasBlocks={list.length > 0}
          onCopy={editor.copyBlocks}
        />
        <FormQuestions page={page} activityId={composition.activityId} />
        <PreviewLink page={page} />
        <VersionList composition={composition} onLoad={(version) => void editor.loadEarlier(version)} />
        <LinkExpiry time={composition.expiresTime} />
      </div>
      <Preview {...{ composition, preview, showBlocks }} />
    </div>
  );
}
