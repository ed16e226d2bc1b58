import { useState, type ReactNode } from "react";
import type { PageBlock } from "#contract/blocks.ts";
import type { Composition } from "#contract/compose.ts";
import { raise } from "../platform/http/challenges.ts";
import { Button, ButtonLink, IconButton } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { failureOf, refusalOf } from "../ui/failure.ts";
import { formatMoment } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import { Empty } from "../ui/states.tsx";
import { BlockList } from "./block-list.tsx";
import { Borrow } from "./borrow.tsx";
import type { Editing } from "./editing.ts";
import { formatClock } from "./clock-time.ts";
import { useInSight } from "./use-in-sight.ts";
import {
  useComposition,
  usePreview,
  useSaving,
  type Overtaken,
  type UsedComposition,
} from "./use-composition.ts";
import { FormQuestions } from "./form-questions.tsx";
import { Planned, PlanForm } from "./planning.tsx";
import { usePlanning } from "./use-planning.ts";
import { Versions } from "./versions.tsx";
import { words } from "./words.ts";

/** Renders blocks as the page does; another feature's, so the composition root hands it in. */
export type ShowBlocks = (
  blocks: readonly PageBlock[],
  times: Pick<Composition, "startTime" | "endTime" | "serverTime">,
) => ReactNode;

type HeadProps = {
  editing: Editing;
  used: Pick<UsedComposition, "undo" | "redo">;
  by: string;
  isBusy: boolean;
  onSave: () => void;
  onChangeWho: () => void;
};

const UndoIcon = () => (
  <svg
    width={22}
    height={22}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3" />
  </svg>
);

/** Which page, in which state, and what saves it. */
const Head = ({ editing, used, by, isBusy, onSave, onChangeWho }: HeadProps) => {
  const { composition, isChanged, history, keptAt } = editing;
  return (
    <section className="card p cps-top">
      <div className="f1">
        <h1 className="t3">{composition.title}</h1>
        <p className="bs c2">
          {words.state(composition.version, composition.isPublished)}
          {isChanged && <b> · {words.unsaved}</b>}
        </p>
        {isChanged && (
          <output className="cap c3">
            {keptAt === null ? words.notKept : words.kept(formatClock(keptAt))}
          </output>
        )}
        <button type="button" className="lk" onClick={onChangeWho}>
          {words.by(by)} · {words.change}
        </button>
      </div>
      <div className="cps-save row g2">
        <IconButton
          label={words.undo}
          icon={<UndoIcon />}
          disabled={history.past.length === 0}
          onClick={used.undo}
        />
        <IconButton
          className="cps-redo"
          label={words.redo}
          icon={<UndoIcon />}
          disabled={history.future.length === 0}
          onClick={used.redo}
        />
        {composition.isPublished && (
          <ButtonLink look="outline" size="small" to={`/online/${composition.activityId}`} reloadDocument>
            {words.look}
          </ButtonLink>
        )}
        <Button size="small" isBusy={isBusy} disabled={!isChanged} onClick={onSave}>
          {words.save}
        </Button>
      </div>
    </section>
  );
};

type SayingProps = {
  used: UsedComposition;
  /** What is written shall go over what came between. */
  onOver: (overtaken: Overtaken) => void;
};

/** What came of the last thing done, with what can be done about it. */
function Saying({ used: { said, editing, reset, overtaken, setOvertaken }, onOver }: SayingProps) {
  const { place, isFresh } = useInSight(said);
  if (said === null) return null;
  const load = async () => {
    if (await raise("dialog", words.overtaken.ask)) await reset();
  };
  const goOver = (over: Overtaken) => {
    setOvertaken(null);
    onOver(over);
  };
  const discard = async () => {
    if (await raise("dialog", words.askDiscard)) await reset();
  };
  return (
    <div ref={place} className={classes("cps-said", isFresh && "fresh")}>
      <Notice kind={said.kind}>
        <p>{said.text}</p>
        {overtaken !== null && (
          <div className="row g2 wrap mt1">
            <Button look="outline" size="small" onClick={() => void load()}>
              {words.overtaken.load}
            </Button>
            <Button look="outline" size="small" onClick={() => goOver(overtaken)}>
              {words.overtaken[overtaken.publishTime === null ? "keep" : "plan"]}
            </Button>
          </div>
        )}
        {overtaken === null && said.kind === "info" && editing?.isChanged && (
          <button type="button" className="lk" onClick={() => void discard()}>
            {words.discard}
          </button>
        )}
      </Notice>
    </div>
  );
}

type PreviewProps = {
  composition: Composition;
  preview: ReturnType<typeof usePreview>;
  showBlocks: ShowBlocks;
};

/** On a desktop it scrolls inside its frame: by keys too. */
const asScroller = { role: "group", tabIndex: 0, "aria-label": words.live } as const;

function Preview({ composition, preview: { shown, hasFailed }, showBlocks }: PreviewProps) {
  const blocks = shown === null ? composition.blocks : shown.blocks.filter((block) => block !== null);
  return (
    <section className="cps-preview" aria-label={words.preview}>
      <h2 className="t3 cps-live">{words.live}</h2>
      {hasFailed && <Notice kind="warn">{words.previewFailed}</Notice>}
      <div className="cps-phone" {...asScroller}>
        {blocks.length === 0 ? (
          <p className="bs c2 ctr">{words.emptyPreview}</p>
        ) : (
          showBlocks(blocks, composition)
        )}
      </div>
    </section>
  );
}

type EditorProps = { link: string; by: string; onChangeWho: () => void; showBlocks: ShowBlocks };

/** Composes a page: its blocks on one side, how it will look on the other; on a phone one at a time. */
export function Editor({ link, by, onChangeWho, showBlocks }: EditorProps) {
  const used = useComposition(link);
  const { editing, reason } = used;
  const saving = useSaving(link, by, used);
  const planning = usePlanning(link, by, used);
  const [view, setView] = useState<"edit" | "preview">("edit");
  // Once a saving was refused, faults go as they are mended: by previews of later than the refusal.
  const refused = saving.faults ?? planning.faults;
  const preview = usePreview(link, editing?.list ?? null, refused);
  const later = preview.shown?.refused === refused ? preview.shown : null;
  const faults = refused === null ? {} : (later?.faults ?? refused);
  if (editing === null) {
    if (reason === null)
      return (
        <div className="cps-sk card sk">
          <output className="sr">{words.loading}</output>
        </div>
      );
    const { art, title, text } = failureOf(reason);
    return (
      <Empty art={art} title={title} text={text}>
        {refusalOf(reason)?.refusal !== "notFound" && (
          <Button onClick={() => void used.load()}>{words.retry}</Button>
        )}
      </Empty>
    );
  }
  const { composition, list, basedOn } = editing;
  return (
    <div className="cps" data-view={view}>
      <Head
        {...{ editing, used, by, onChangeWho }}
        isBusy={saving.isBusy}
        onSave={() => void saving.saveOn(basedOn)}
      />
      <Saying
        used={used}
        onOver={({ version, publishTime }) =>
          void (publishTime === null
            ? saving.saveOn(version)
            : planning.plan({ basedOn: version, publishTime }))
        }
      />
      <Planned
        composition={composition}
        isBusy={planning.isBusy}
        onLoad={({ blocks }) => used.loadPlanned(blocks)}
        onCancel={({ revision }) => void planning.cancel(revision)}
      />
      {faults["blocks"] !== undefined && <Notice kind="err">{faults["blocks"]}</Notice>}
      <fieldset className="cps-views row g2" aria-label={words.views}>
        {(["edit", "preview"] as const).map((one) => (
          <Button
            key={one}
            look={one === view ? "tonal" : "quiet"}
            size="small"
            className="f1"
            aria-pressed={one === view}
            onClick={() => setView(one)}
          >
            {words[one]}
          </Button>
        ))}
      </fieldset>
      <div className="cps-edit">
        <BlockList
          {...{ list, faults }}
          pictures={composition.pictures}
          onChange={used.change}
          onMove={used.move}
        />
        <PlanForm
          isChanged={editing.isChanged}
          isPlanned={composition.planned !== null}
          isBusy={planning.isBusy}
          fault={planning.faults?.["publishTime"] ?? null}
          onPlan={(publishTime) => void planning.plan({ basedOn, publishTime })}
        />
        <Borrow activityId={composition.activityId} hasBlocks={list.length > 0} onTake={used.borrow} />
        <FormQuestions {...{ link, by }} activityId={composition.activityId} />
        <Versions composition={composition} onLoad={(version) => void used.goBackTo(version)} />
        <p className="cap c3 ctr">{words.until(formatMoment(composition.expiresTime))}</p>
      </div>
      <Preview {...{ composition, preview, showBlocks }} />
    </div>
  );
}
