import { formatClock } from "#contract/core/date-text.ts";
import { Button, ButtonLink, IconButton } from "../../ui/form/button.tsx";
import { TitleText } from "../../ui/display/title-text.tsx";
import type { EditorState } from "./editor-state.ts";
import type { CompositionEditor } from "./use-composition.ts";
import { composeMessages } from "../messages.ts";
import * as composeCss from "../compose.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type EditorHeaderProps = {
  editing: EditorState;
  editor: Pick<CompositionEditor, "undo" | "redo">;
  by: string;
  /** The public page is in the same application. */
  hasPageLink: boolean;
  isBusy: boolean;
  onSave: () => void;
  onChangeName: (() => void) | null;
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

/** Title and state of the page, and the buttons for undoing and saving. */
export const EditorHeader = (props: EditorHeaderProps) => {
  const { editing, editor, by, hasPageLink, isBusy, onSave, onChangeName } = props;
  const { composition, isChanged, history, storedAt } = editing;
  return (
    <section className={`${contentCss.card} ${contentCss.padded} ${composeCss.top}`}>
      <div className={layoutCss.grow}>
        <h1 className={textCss.title3}>
          <TitleText text={composition.title} />
        </h1>
        <p className={`${textCss.small} ${textCss.secondary}`}>
          {composeMessages.state(composition.version, composition.isPublished)}
          {isChanged && <b> · {composeMessages.unsaved}</b>}
        </p>
        {isChanged && (
          <output className={`${textCss.caption} ${textCss.tertiary}`}>
            {storedAt === null ? composeMessages.notStored : composeMessages.stored(formatClock(storedAt))}
          </output>
        )}
        {onChangeName !== null && (
          <button type="button" className={controlsCss.link} onClick={onChangeName}>
            {composeMessages.by(by)} · {composeMessages.change}
          </button>
        )}
      </div>
      <div className={`${composeCss.save} ${layoutCss.row} ${layoutCss.gap2}`}>
        <IconButton
          label={composeMessages.undo}
          icon={<UndoIcon />}
          disabled={history.past.length === 0}
          onClick={editor.undo}
        />
        <IconButton
          className={composeCss.redo}
          label={composeMessages.redo}
          icon={<UndoIcon />}
          disabled={history.future.length === 0}
          onClick={editor.redo}
        />
        {composition.isPublished && hasPageLink && (
          <ButtonLink look="outline" size="small" to={`/online/${composition.activityId}`} reloadDocument>
            {composeMessages.viewPage}
          </ButtonLink>
        )}
        <Button size="small" isBusy={isBusy} disabled={!isChanged} onClick={onSave}>
          {composeMessages.save}
        </Button>
      </div>
    </section>
  );
};
