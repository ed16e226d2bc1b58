import { useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { ParcelFileResult } from "#contract/console/mall/order-acts.ts";
import { Refusal } from "#contract/core/errors.ts";
import { isBlank } from "#contract/core/text.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { Badge } from "../../kit/display/badge.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { TextAreaInput } from "../../kit/form/text-input.tsx";
import { Modal } from "../../kit/overlay/modal.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { orderKeys, sendParcelFile, tryParcelFile } from "./api.ts";
import { decodeTable } from "../../../platform/browser/decode-table.ts";
import * as ordersCss from "./orders.module.css";
import { orderPageMessages } from "./messages.ts";

const { file: texts } = orderPageMessages;

/** Result of a file, tried or sent, with each faulty row. */
function FileResult({ result, isSent }: { result: ParcelFileResult; isSent: boolean }) {
  const figures = [
    [isSent ? texts.sent : texts.done, result.done],
    [texts.faults, result.faults.length],
    [texts.orders, result.orders],
    [texts.again, result.again],
  ] as const;
  return (
    <>
      <Badge tone={isSent ? "ok" : "info"}>{isSent ? texts.result : texts.dry}</Badge>
      <dl className={ordersCss.figures}>
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {result.faults.length > 0 && (
        <section>
          <h3 className={utilityCss.title}>{texts.faultTitle(result.faults.length)}</h3>
          <ol className={ordersCss.faults}>
            {result.faults.map(({ line, fault, value }) => (
              <li key={line}>
                <span className={utilityCss.secondary}>{texts.row(line)}</span>
                <span>
                  {fault}
                  <small className={utilityCss.number}>{value}</small>
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

/** Choice of a file, or pasted cells. */
function FileInput({
  text,
  onChange,
  fault,
}: {
  text: string;
  onChange: (text: string) => void;
  fault: string | null;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  async function read(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const decoded = decodeTable(new Uint8Array(await file.arrayBuffer()));
    setUnreadable(decoded === null);
    if (decoded !== null) onChange(decoded);
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        hidden
        aria-label={texts.choose}
        onChange={(event) => {
          void read(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <div className={utilityCss.row}>
        <ConsoleButton onClick={() => input.current?.click()}>{texts.choose}</ConsoleButton>
      </div>
      <TextAreaInput
        label={texts.paste}
        placeholder={texts.placeholder}
        rows={8}
        value={text}
        onChange={onChange}
        error={isUnreadable ? texts.unreadable : fault}
      />
    </>
  );
}

/** 批量发货: a file is tried first, which writes nothing, then its good rows are sent (requirement MA75). */
export function ParcelFileDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [result, setResult] = useState<ParcelFileResult | null>(null);
  const [isSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function run(act: (text: string) => Promise<ParcelFileResult>, isSending: boolean): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      setResult(await act(text));
      setSent(isSending);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(error.fields["text"] ?? error.message);
    } finally {
      setBusy(false);
      if (isSending) {
        void client.invalidateQueries({ queryKey: [orderKeys.list] });
        void client.invalidateQueries({ queryKey: [orderKeys.counts] });
      }
    }
  }
  return (
    <Modal isOpen isWide onClose={isBusy ? undefined : onClose} title={texts.title} text={texts.text}>
      <div className={utilityCss.stack}>
        {result === null ? (
          <FileInput text={text} onChange={setText} fault={fault} />
        ) : (
          <FileResult result={result} isSent={isSent} />
        )}
        {result !== null && fault !== null && <NoteBar tone="error">{fault}</NoteBar>}
        <div className={utilityCss.row}>
          <span className={utilityCss.grow} />
          {result !== null && (
            <ConsoleButton disabled={isBusy} onClick={() => setResult(null)}>
              {texts.anew}
            </ConsoleButton>
          )}
          {result === null && (
            <ConsoleButton
              look="primary"
              disabled={isBlank(text)}
              isBusy={isBusy}
              onClick={() => void run(tryParcelFile, false)}
            >
              {texts.tryRun}
            </ConsoleButton>
          )}
          {result !== null && !isSent && (
            <ConsoleButton
              look="primary"
              disabled={result.done === 0}
              isBusy={isBusy}
              onClick={() => void run(sendParcelFile, true)}
            >
              {texts.send(result.done, result.faults.length)}
            </ConsoleButton>
          )}
          {isSent && (
            <ConsoleButton look="primary" onClick={onClose}>
              {texts.close}
            </ConsoleButton>
          )}
        </div>
      </div>
    </Modal>
  );
}
