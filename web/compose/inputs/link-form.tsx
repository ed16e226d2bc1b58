import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/form/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { composeMessages } from "../messages.ts";
import * as inputsCss from "./inputs.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";

/** URL that the server's sanitiser keeps (server/activity/content/sanitise-html.ts); it silently removes others. */
const isAllowedUrl = (text: string): boolean => /^(https:\/\/[^/\s]|\/(?![/\\])|tel:[\d+])\S*$/.test(text);

type LinkFormProps = {
  /** Current URL of the selection; "" if it is no link. */
  href: string;
  onLink: (href: string | null) => void;
  onClose: () => void;
};

/** Form for the URL of the selected words. */
export function LinkForm({ href, onLink, onClose }: LinkFormProps) {
  const [url, setUrl] = useState(href);
  const [isInvalid, setInvalid] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The person opened the form by a button, so the focus moves into it.
  useEffect(() => field.current?.focus(), []);
  const add = () => (isAllowedUrl(url.trim()) ? onLink(url.trim()) : setInvalid(true));
  return (
    <div className={inputsCss.link}>
      <TextField
        label={composeMessages.link.label}
        value={url}
        error={isInvalid ? composeMessages.link.invalid : null}
        hint={composeMessages.link.hint}
        inputMode="url"
        autoComplete="off"
        ref={field}
        onChange={({ target }) => {
          setInvalid(false);
          setUrl(target.value);
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
