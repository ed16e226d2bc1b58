import { useState } from "react";
import type { CheckInResult } from "#contract/check-in.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/form.tsx";
import { words } from "./words.ts";

type TypedCodeProps = { isBusy: boolean; onSend: (code: string) => Promise<CheckInResult | null> };

/** The ticket's or coupon's number as typed, for a code that can not be scanned; it stays until somebody was found. */
export function TypedCode({ isBusy, onSend }: TypedCodeProps) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  const send = async () => {
    if (code.trim() === "") return setError(words.typedNeeded);
    setError(null);
    const answer = await onSend(code);
    if (answer?.result === "done" || answer?.result === "already" || answer?.result === "coupon") setCode("");
  };
  return (
    <form
      className="card p ci-typed"
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field
        label={words.typed}
        value={code}
        placeholder={words.typedPlaceholder}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" look="outline" isBusy={isBusy}>
        {words.typedSend}
      </Button>
    </form>
  );
}
