import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/form/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { composeMessages } from "../messages.ts";
import * as inputsCss from "./inputs.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";

/** As the server keeps it (server/activity/content/sanitise-html.ts); other addresses would be lost without a word. */
const isAddress = (text: string): boolean => /^(https:\/\/[^/\s]|\/(?![/\\])|tel:[\d+])\S*$/.test(text);

type LinkFormProps = {
  /** Where the selection leads already; "" for nowhere. */
  href: string;
  onLink: (href: string | null) => void;
  onClose: () => void;
};

/** Asks where the selected words lead. */
export function LinkForm({ href, onLink, onClose }: LinkFormProps) {
  const [typed, setTyped] = useState(href);
  const [isBad, setBad] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // It was asked for by the press that brought it.
  useEffect(() => field.current?.focus(), []);
  const add = () => (isAddress(typed.trim()) ? onLink(typed.trim()) : setBad(true));
  return (
    <div className={inputsCss.link}>
      <TextField
        label={composeMessages.link.label}
        value={typed}
        error={isBad ? composeMessages.link.bad : null}
        hint={composeMessages.link.hint}
        inputMode="url"
        autoComplete="off"
        ref={field}
        onChange={({ target }) => {
          setBad(false);
          setTyped(target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          if (event.key !== "Enter") return;
          event.preventDefault();
          add();
        }}
      />
      <div className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.wrap}`}>
        <Button look="tonal" size="small" onClick={add}>
          {composeMessages.link.add}
        </Button>
        {href !== "" && (
          <Button look="outline" size="small" onClick={() => onLink(null)}>
            {composeMessages.link.remove}
          </Button>
        )}
        <Button look="quiet" size="small" onClick={onClose}>
          {composeMessages.link.cancel}
        </Button>
      </div>
    </div>
  );
}
