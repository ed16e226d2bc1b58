import { useState } from "react";
import { Refusal } from "#contract/core/errors.ts";
import { declineReasons, type DeclineReason, type OwnerDecision } from "#contract/console/club/owners.ts";
import { ConsoleButton, KeyCap } from "../kit/controls/console-button.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { SelectInput } from "../kit/form/select-input.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import { useShortcuts } from "../shell/index.ts";
import { askAgain, decideOwners } from "./api.ts";
import { ownerPageMessages as texts } from "./messages.ts";
import * as ownerCss from "./owner.module.css";

type ActionsProps = {
  ids: readonly string[];
  /** The maker's system is asked. */
  isAsked: boolean;
  /** Operators may decide (requirement CO75). */
  isByHand: boolean;
  /** In the bar of ticked rows: small, without keys. */
  isSmall?: boolean;
  onChanged: () => Promise<void>;
};
type DialogProps = Pick<ActionsProps, "ids" | "onChanged"> & { onClose: () => void };
const reasons = Object.entries(declineReasons).map(([value, label]) => ({
  value: value as DeclineReason,
  label,
}));

/** Decides, and says what was left. @throws Refusal if nothing was decided */
async function decideAndTell(ids: readonly string[], decision: OwnerDecision): Promise<void> {
  const { decided, undecided } = await decideOwners(ids, decision);
  const done = texts.done[decision.kind](decided);
  showResult(undecided.length === 0 ? done : `${done}，${texts.left(undecided.length)}`);
}

const AcceptDialog = ({ ids, onChanged, onClose }: DialogProps) => (
  <ConfirmDialog
    isOpen
    title={texts.acceptTitle(ids.length)}
    text={texts.acceptText}
    confirm={texts.accept}
    onConfirm={async () => {
      try {
        await decideAndTell(ids, { kind: "accept" });
      } finally {
        void onChanged();
      }
    }}
    onClose={onClose}
  />
);

function DeclineDialog({ ids, onChanged, onClose }: DialogProps) {
  const [reason, setReason] = useState<DeclineReason | "">("");
  return (
    <ConfirmDialog
      isOpen
      title={texts.declineTitle(ids.length)}
      text={texts.declineText}
      confirm={texts.decline}
      isDanger
      isDisabled={reason === ""}
      onConfirm={async () => {
        if (reason === "") return;
        try {
          await decideAndTell(ids, { kind: "decline", reason });
        } finally {
          void onChanged();
        }
      }}
      onClose={onClose}
    >
      <SelectInput label={texts.reason} value={reason} onChange={setReason} options={reasons} isRequired />
    </ConfirmDialog>
  );
}

/** Asks the maker's system again, and decides by hand where that is allowed. */
export function OwnerActions({ ids, isAsked, isByHand, isSmall = false, onChanged }: ActionsProps) {
  const [open, setOpen] = useState<"accept" | "decline" | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function ask(): Promise<void> {
    setBusy(true);
    try {
      const { asked, left } = await askAgain(ids);
      showResult(texts.askDone(asked, left));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      showResult(error.message, { isError: true });
    } finally {
      setBusy(false);
      await onChanged();
    }
  }
  const { group, ...names } = texts.keys;
  const acts = [
    ...(isByHand
      ? [
          { key: "1", name: names.accept, run: () => setOpen("accept") },
          { key: "2", name: names.decline, run: () => setOpen("decline") },
        ]
      : []),
    ...(isAsked ? [{ key: "3", name: names.ask, run: () => void ask() }] : []),
  ];
  useShortcuts(isSmall ? [] : acts.map(({ key, name, run }) => ({ keys: key, label: name, group, run })));
  const dialog = { ids, onChanged, onClose: () => setOpen(null) };
  const buttons = acts.map(({ key, name, run }, index) => (
    <ConsoleButton
      key={key}
      isSmall={isSmall}
      look={!isSmall && index === 0 ? "primary" : "outline"}
      isBusy={key === "3" && isBusy}
      onClick={run}
    >
      {name}
      {!isSmall && <KeyCap>{key}</KeyCap>}
    </ConsoleButton>
  ));
  return (
    <>
      {isSmall ? buttons : <div className={ownerCss.acts}>{buttons}</div>}
      {open === "accept" && <AcceptDialog {...dialog} />}
      {open === "decline" && <DeclineDialog {...dialog} />}
    </>
  );
}
