import { useState } from "react";
import type { CheckInResult } from "#contract/check-in/check-in.ts";
import { isBlank } from "#contract/core/text.ts";
import { Button } from "../ui/form/button.tsx";
import { TextField } from "../ui/form/field.tsx";
import { checkInMessages } from "./messages.ts";
import * as checkInCss from "./check-in.module.css";
import * as contentCss from "../ui/styles/content.module.css";

type CodeInputProps = { isBusy: boolean; onSend: (code: string) => Promise<CheckInResult | null> };

/** Input for a ticket's or coupon's number that cannot be scanned; keeps its text until a match is found. */
export function CodeInput({ isBusy, onSend }: CodeInputProps) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  const send = async () => {
    if (isBlank(code)) return setError(checkInMessages.typedNeeded);
    setError(null);
    const answer = await onSend(code);
    if (answer?.result === "done" || answer?.result === "already" || answer?.result === "coupon") setCode("");
  };
  return (
    <form
      className={`${contentCss.card} ${contentCss.padded} ${checkInCss.typed}`}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextField
        label={checkInMessages.typed}
        value={code}
        placeholder={checkInMessages.typedPlaceholder}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" look="outline" isBusy={isBusy}>
        {checkInMessages.typedSend}
      </Button>
    </form>
  );
}
