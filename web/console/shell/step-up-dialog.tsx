import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { startDirectoryLogin, startStepUp, type stepUp } from "#contract/console/login.ts";
import type { OperatorArgs } from "#contract/console/operator-call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { sendOperatorCall } from "../../platform/console/operator-calls.ts";
import { consoleAddress, leaveConsolePage } from "../../platform/console/page-facts.ts";
import { askForPasskey, hasPasskeys } from "../../platform/console/passkeys.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { KeyIcon } from "../kit/controls/console-icons.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { TextInput } from "../kit/form/text-input.tsx";
import { kitMessages } from "../kit/messages.ts";
import { Modal } from "../kit/overlay/modal.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { beginStepUp, proveAgain } from "./api.ts";
import { shellMessages } from "./messages.ts";

/** Asks for the second factor again: a passkey, a code, or the staff directory. */
export function StepUpDialog({ onClose }: { onClose: (isProven: boolean) => void }) {
  const [code, setCode] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { data, refetch } = useQuery({
    queryKey: [startStepUp.name],
    queryFn: beginStepUp,
    staleTime: 0,
    gcTime: 0,
  });

  async function prove(args: OperatorArgs<typeof stepUp> | null): Promise<void> {
    if (args === null) return setFault(shellMessages.noPasskey);
    setBusy(true);
    setFault(null);
    try {
      await proveAgain(args);
      onClose(true);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(error.fields["code"] ?? error.message);
      // A challenge is used up by its answer.
      void refetch();
    } finally {
      setBusy(false);
    }
  }
  const byPasskey = async (options: Readonly<Record<string, unknown>>): Promise<void> => {
    const response = await askForPasskey(options);
    await prove(response === null ? null : { response: { ...response, response: { ...response.response } } });
  };
  const atDirectory = async (): Promise<void> => {
    const { url } = await sendOperatorCall(startDirectoryLogin, {
      returnTo: consoleAddress(),
      isStepUp: true,
    });
    leaveConsolePage(url);
  };

  return (
    <Modal
      isOpen
      onClose={() => onClose(false)}
      title={shellMessages.stepUpTitle}
      text={shellMessages.stepUpText}
    >
      <form
        className={utilityCss.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void prove({ code });
        }}
      >
        {data?.isDirectoryAccount === true && (
          <ConsoleButton look="primary" isWide onClick={() => void atDirectory()}>
            {shellMessages.toDirectory}
          </ConsoleButton>
        )}
        {data?.options && hasPasskeys() && (
          <ConsoleButton
            look={data.hasTotp ? "outline" : "primary"}
            isWide
            onClick={() => data.options && void byPasskey(data.options)}
          >
            <KeyIcon size={16} />
            {shellMessages.usePasskey}
          </ConsoleButton>
        )}
        {data?.hasTotp === true && (
          <TextInput
            label={shellMessages.totpCode}
            hint={shellMessages.totpHint}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
          />
        )}
        {fault !== null && <NoteBar tone="error">{fault}</NoteBar>}
        <div className={utilityCss.row}>
          <span className={utilityCss.grow} />
          <ConsoleButton onClick={() => onClose(false)}>{kitMessages.cancel}</ConsoleButton>
          {data?.hasTotp === true && (
            <ConsoleButton type="submit" look="primary" isBusy={isBusy} disabled={code.trim() === ""}>
              {shellMessages.verify}
            </ConsoleButton>
          )}
        </div>
      </form>
    </Modal>
  );
}
