import { useState } from "react";
import type { ShownRightsRequest } from "#contract/console/watch/rights-requests.ts";
import { Refusal } from "#contract/core/errors.ts";
import { isBlank } from "#contract/core/text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { TextInput } from "../kit/form/text-input.tsx";
import { identify } from "./api.ts";
import { rightsRequestMessages } from "./messages.ts";
import * as requestCss from "./rights-request.module.css";

const { identify: texts } = rightsRequestMessages;
/** Whether a text is a mobile, however it is grouped; else it is the number of an order. */
const isMobile = (text: string): boolean => /^(?:\+?86)?1\d{10}$/.test(text.replace(/[\s-]/g, ""));

type IdentifyProps = { request: ShownRightsRequest; onChanged: () => Promise<void> };
/** 核对身份 by a whole number, which stands in no address. */
export function IdentifyForm({ request, onChanged }: IdentifyProps) {
  const [number, setNumber] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      const text = number.trim();
      const by = isMobile(text) ? { mobile: text } : { orderNo: text.toUpperCase() };
      await identify({ requestId: request.requestId, basedOn: request.revision, by });
      showResult(texts.done);
      await onChanged();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(Object.values(error.fields)[0] ?? error.message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <section>
      <h3>{texts.title}</h3>
      <form
        className={requestCss.finder}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBlank(number) && !isBusy) void save();
        }}
      >
        <TextInput
          label={texts.label}
          value={number}
          onChange={setNumber}
          autoComplete="off"
          {...(fault === null ? { hint: texts.hint } : { error: fault })}
        />
        <ConsoleButton type="submit" disabled={isBlank(number)} isBusy={isBusy}>
          {request.mobile === null ? texts.confirm : texts.again}
        </ConsoleButton>
      </form>
    </section>
  );
}
