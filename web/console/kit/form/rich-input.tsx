import { useId, useState } from "react";
import {
  formatSelection,
  insertText,
  type RichCommand,
} from "../../../platform/browser/rich-text-commands.ts";
import { ConsoleButton } from "../controls/console-button.tsx";
import { kitMessages } from "../messages.ts";
import { hasFault, InputFrame, labelIdOf } from "./input-frame.tsx";
import * as richCss from "./rich-input.module.css";

type RichInputProps = {
  label: string;
  /** HTML, sanitised by the server or written in this input. */
  value: string;
  error: string | null | undefined;
  isDisabled?: boolean;
  onChange: (html: string) => void;
};
/** Role of a multi-line text field, since no native input supports formatted text. */
const textBoxProps = { role: "textbox", tabIndex: 0, "aria-multiline": true } as const;
const commands: readonly RichCommand[] = ["heading", "paragraph", "bold", "list"];

/** Text with headings, bold words and lists; the server sanitises its HTML. Pasted text loses its format. */
export function RichInput({ label, value, error, onChange, isDisabled = false }: RichInputProps) {
  const id = useId();
  // Renders the initial value only: rendering changes would move the caret.
  const [initial] = useState({ __html: value });
  return (
    <InputFrame id={id} label={label} error={error} isGroup>
      <div className={richCss.rich} data-invalid={hasFault(error)}>
        <div className={richCss.toolbar} role="toolbar" aria-label={kitMessages.format.label}>
          {commands.map((command) => (
            <ConsoleButton
              key={command}
              isSmall
              look="quiet"
              // Keeps the selection in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => formatSelection(command)}
            >
              {kitMessages.format[command]}
            </ConsoleButton>
          ))}
        </div>
        <div
          className={richCss.richText}
          {...textBoxProps}
          aria-labelledby={labelIdOf(id)}
          contentEditable={!isDisabled}
          aria-disabled={isDisabled}
          suppressContentEditableWarning
          dangerouslySetInnerHTML={initial}
          onInput={(event) => onChange(event.currentTarget.innerHTML)}
          onPaste={(event) => {
            event.preventDefault();
            insertText(event.clipboardData.getData("text/plain"));
          }}
        />
      </div>
    </InputFrame>
  );
}
