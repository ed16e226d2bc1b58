import { useId, useRef, useState } from "react";
import { showToast } from "../../platform/http/challenges.ts";
import {
  formatSelection,
  insertText,
  linkOf,
  linkSelection,
  selectionIn,
  type RichCommand,
} from "../../platform/browser/rich-text-commands.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { FieldHint } from "../../ui/form/field.tsx";
import { LinkForm } from "./link-form.tsx";
import { composeMessages } from "../messages.ts";
import * as composeCss from "../compose.module.css";
import * as detailCss from "../../ui/styles/detail.module.css";
import * as formCss from "../../ui/form/field.module.css";
import * as stateCss from "../../ui/styles/state.module.css";

type RichTextInputProps = {
  label: string;
  /** As the server sanitised it, or as it was written here. */
  value: string;
  error: string | null;
  onChange: (html: string) => void;
};
const commands: readonly RichCommand[] = ["heading", "paragraph", "bold", "list"];

/** No input holds formatted text: the element says what it is. */
const asTextBox = { role: "textbox", tabIndex: 0, "aria-multiline": true } as const;

/** A text with headings, bold words and lists, written as it looks; what it may hold is the server's to say. */
export function RichTextInput({ label, value, error, onChange }: RichTextInputProps) {
  const id = useId();
  // What the element holds is the person's from then on: rendering it anew would move the caret.
  const [first] = useState({ __html: value });
  const text = useRef<HTMLDivElement>(null);
  const [linked, setLinked] = useState<Range | null>(null);
  const askLink = () => {
    const range = text.current && selectionIn(text.current);
    if (range === null) return showToast(composeMessages.link.none);
    setLinked(range);
  };
  const link = (href: string | null) => {
    if (text.current && linked) linkSelection(text.current, linked, href);
    setLinked(null);
  };
  return (
    <div className={formCss.field}>
      <span className={formCss.label} id={`${id}-label`}>
        {label}
      </span>
      <div className={composeCss.toolbar} role="toolbar" aria-label={composeMessages.format.label}>
        {commands.map((command) => (
          <button
            key={command}
            type="button"
            // The selection stays where it is.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => formatSelection(command)}
          >
            {composeMessages.format[command]}
          </button>
        ))}
        <button
          type="button"
          aria-expanded={linked !== null}
          onMouseDown={(event) => event.preventDefault()}
          onClick={askLink}
        >
          {composeMessages.format.link}
        </button>
      </div>
      {linked !== null && <LinkForm href={linkOf(linked)} onLink={link} onClose={() => setLinked(null)} />}
      <div
        className={classNames(
          `${formCss.inputBox} ${composeCss.richField}`,
          error !== null && stateCss.invalid,
        )}
      >
        <div
          ref={text}
          className={detailCss.richText}
          contentEditable
          suppressContentEditableWarning
          {...asTextBox}
          aria-labelledby={`${id}-label`}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-hint`}
          dangerouslySetInnerHTML={first}
          onInput={({ currentTarget }) =>
            onChange(currentTarget.textContent === "" ? "" : currentTarget.innerHTML)
          }
          onPaste={(event) => {
            event.preventDefault();
            insertText(event.clipboardData.getData("text/plain"));
          }}
        />
      </div>
      <FieldHint id={`${id}-hint`} error={error} />
    </div>
  );
}
