import { useState } from "react";
import {
  rightsRequestOutcome,
  rightsRequestTold,
  type RightsRequestOutcome,
  type RightsRequestTold,
  type ShownRightsRequest,
} from "#contract/console/watch/rights-requests.ts";
import { Refusal } from "#contract/core/errors.ts";
import { downloadTextFile } from "../../platform/browser/download.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { SelectInput } from "../kit/form/select-input.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { askForErasure, close, erase, fetchCopy, makeCopy } from "./api.ts";
import { rightsRequestMessages } from "./messages.ts";
import * as requestCss from "./rights-request.module.css";

const { copy, erasure, closing, outcomes, told: toldWords } = rightsRequestMessages;

type ActionProps = { request: ShownRightsRequest; onChanged: () => Promise<void> };
type DialogProps = ActionProps & { onClose: () => void };

function FetchDialog({ request, onChanged, onClose }: DialogProps) {
  const fetchOnce = async (): Promise<void> => {
    const text = await fetchCopy(request);
    downloadTextFile(copy.fileName(request.requestId), "application/json", text);
    showResult(copy.fetched);
    await onChanged();
  };
  return (
    <ConfirmDialog
      isOpen
      title={copy.fetchTitle}
      text={copy.fetchText}
      confirm={copy.fetch}
      onConfirm={fetchOnce}
      onClose={onClose}
    />
  );
}

function AskDialog({ request, onChanged, onClose }: DialogProps) {
  const ask = async (): Promise<void> => {
    await askForErasure(request);
    showResult(erasure.asked);
    await onChanged();
  };
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={erasure.askTitle}
      text={erasure.askText}
      confirm={erasure.ask}
      onConfirm={ask}
      onClose={onClose}
    />
  );
}

function EraseDialog({ request, onChanged, onClose }: DialogProps) {
  const confirm = async (): Promise<void> => {
    await erase(request);
    showResult(erasure.done);
    await onChanged();
  };
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={erasure.confirmTitle}
      text={erasure.confirmText}
      typed={{ label: erasure.typed, text: erasure.typedText }}
      confirm={erasure.confirm}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

/** Outcomes with which a request may end now, as the server judges. */
const outcomesOf = ({ state }: ShownRightsRequest): readonly RightsRequestOutcome[] =>
  rightsRequestOutcome.options.filter((outcome) => {
    if (state === "handled") return outcome === "done";
    return outcome !== "done" && (outcome !== "unidentified" || state === "taken");
  });
function CloseDialog({ request, onChanged, onClose }: DialogProps) {
  const options = outcomesOf(request);
  const [outcome, setOutcome] = useState<RightsRequestOutcome | "">(
    options.length === 1 ? (options[0] ?? "") : "",
  );
  const [told, setTold] = useState<RightsRequestTold | "">("");
  const finish = async (): Promise<void> => {
    if (outcome === "" || told === "") return;
    await close(request, { outcome, told });
    showResult(closing.done);
    await onChanged();
  };
  return (
    <ConfirmDialog
      isOpen
      title={closing.title}
      text={closing.text}
      confirm={closing.confirm}
      isDisabled={outcome === "" || told === ""}
      onConfirm={finish}
      onClose={onClose}
    >
      <div className={requestCss.fields}>
        <SelectInput
          label={closing.outcome}
          value={outcome}
          onChange={setOutcome}
          options={options.map((value) => ({ value, label: outcomes[value] }))}
          isRequired
        />
        <SelectInput
          label={closing.told}
          value={told}
          onChange={setTold}
          options={rightsRequestTold.options.map((value) => ({ value, label: toldWords[value] }))}
          isRequired
        />
      </div>
    </ConfirmDialog>
  );
}

const dialogs = { fetch: FetchDialog, ask: AskDialog, erase: EraseDialog, close: CloseDialog };

function CopyButton({ request, onChanged }: ActionProps) {
  const [isBusy, setBusy] = useState(false);
  async function make(): Promise<void> {
    setBusy(true);
    try {
      await makeCopy(request);
      showResult(copy.made);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      showResult(error.message, { isError: true });
    } finally {
      setBusy(false);
      await onChanged();
    }
  }
  const isAgain = request.state === "copyReady";
  return (
    <ConsoleButton look={isAgain ? "outline" : "primary"} isBusy={isBusy} onClick={() => void make()}>
      {isAgain ? copy.again : copy.make}
    </ConsoleButton>
  );
}

/** The way on of a request, by its kind and state. */
export function RequestActions(props: ActionProps) {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const { request } = props;
  const { kind, state, isOwnErasure } = request;
  const Dialog = open === null ? null : dialogs[open];
  return (
    <div className={`${utilityCss.row} ${utilityCss.wrapped}`}>
      {state === "erasureAsked" && isOwnErasure && <NoteBar tone="info">{erasure.own}</NoteBar>}
      {state === "copyReady" && (
        <ConsoleButton look="primary" onClick={() => setOpen("fetch")}>
          {copy.fetch}
        </ConsoleButton>
      )}
      {kind === "export" && (state === "identified" || state === "copyReady") && <CopyButton {...props} />}
      {kind === "erase" && state === "identified" && (
        <ConsoleButton look="danger" onClick={() => setOpen("ask")}>
          {erasure.ask}
        </ConsoleButton>
      )}
      {state === "erasureAsked" && !isOwnErasure && (
        <ConsoleButton look="danger" onClick={() => setOpen("erase")}>
          {erasure.confirm}
        </ConsoleButton>
      )}
      <ConsoleButton look={state === "handled" ? "primary" : "outline"} onClick={() => setOpen("close")}>
        {closing.open}
      </ConsoleButton>
      {Dialog && <Dialog {...props} onClose={() => setOpen(null)} />}
    </div>
  );
}
