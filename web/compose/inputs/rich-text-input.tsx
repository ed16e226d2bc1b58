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
import * as fieldCss from "../../ui/form/field.module.css";
import * as stateCss from "../../ui/styles/state.module.css";

type RichTextInputProps = {
  label: string;
  /** HTML, sanitised by the server or written in this input. */
  value: string;
  error: string | null;
  onChange: (html: string) => void;
};
const commands: readonly RichCommand[] = ["heading", "paragraph", "bold", "list"];

/** Role of a multi-line text field, since no native input supports formatted text. */
const textBoxProps = { role: "textbox", tabIndex: 0, "aria-multiline": true } as const;

/** WYSIWYG input for text with headings, bold words, lists and links; the server sanitises its HTML. */
export function RichTextInput({ label, value, error, onChange }: RichTextInputProps) {
  const id = useId();
  // Renders the initial value only: rendering changes would move the caret.
  const [initialHtml] = useState({ __html: value });
  const text = useRef<HTMLDivElement>(null);
  const [linkRange, setLinkRange] = useState<Range | null>(null);
  const openLinkForm = () => {
    const range = text.current && selectionIn(text.current);
    if (range === null) return showToast(composeMessages.link.noSelection);
    setLinkRange(range);
  };
  const link = (href: string | null) => {
    if (text.current && linkRange) linkSelection(text.current, linkRange, href);
    setLinkRange(null);
  };
  return (
    <div className={fieldCss.field}>
      <span className={fieldCss.label} id={`${id}-label`}>
        {label}
      </span>
      <div className={composeCss.toolbar} role="toolbar" aria-label={composeMessages.format.label}>
        {commands.map((command) => (
          <button
            key={command}
            type="button"
            // Keeps the selection in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => formatSelection(command)}
          >
            {composeMessages.format[command]}
          </button>
        ))}
        <button
          type="button"
          aria-expanded={linkRange !== null}
          onMouseDown={(event) => event.preventDefault()}
          onClick={openLinkForm}
        >
          {composeMessages.format.link}
        </button>
      </div>
      {linkRange !== null && (
        <LinkForm href={linkOf(linkRange)} onLink={link} onClose={() => setLinkRange(null)} />
      )}
      <div
        className={classNames(
          `${fieldCss.inputBox} ${composeCss.richField}`,
          error !== null && stateCss.invalid,
        )}
      >
        <div
          ref={text}
          className={detailCss.richText}
          contentEditable
          suppressContentEditableWarning
          {...textBoxProps}
          aria-labelledby={`${id}-label`}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-hint`}
          dangerouslySetInnerHTML={initialHtml}
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
