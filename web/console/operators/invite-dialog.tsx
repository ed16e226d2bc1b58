import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { listOperators } from "#contract/console/operators.ts";
import { Refusal } from "#contract/core/errors.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { focusOnMount } from "../kit/form/focus-on-mount.ts";
import { TextInput } from "../kit/form/text-input.tsx";
import { kitMessages } from "../kit/messages.ts";
import { Modal } from "../kit/overlay/modal.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { useFormDraft } from "../shell/index.ts";
import { invite, type OperatorInvitation } from "./api.ts";
import { emptyGrant, GrantForm, grantOf, type TypedGrant } from "./grant-form.tsx";
import { InvitationLink } from "./invitation-link.tsx";
import { operatorMessages as messages } from "./messages.ts";

type InviteInput = { login: string; name: string; typed: TypedGrant };

/** Invites a colleague with a first grant; then shows the link, once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const draft = useFormDraft<InviteInput>("operator.invite");
  const [input, setInput] = useState<InviteInput>(
    draft.restored ?? { login: "", name: "", typed: emptyGrant },
  );
  const { login, name, typed } = input;
  const change = (part: Partial<InviteInput>): void => {
    const next = { ...input, ...part };
    setInput(next);
    draft.keep(next);
  };
  const close = (): void => {
    draft.drop();
    onClose();
  };
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<OperatorInvitation | null>(null);
  const grant = grantOf(typed);

  async function make(): Promise<void> {
    if (grant === null || isBusy) return;
    setBusy(true);
    setRefusal(null);
    try {
      setMade(await invite({ login, name, grants: [grant] }));
      draft.drop();
      await client.invalidateQueries({ queryKey: [listOperators.name] });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setRefusal(error);
    } finally {
      setBusy(false);
    }
  }
  if (made !== null) return <InvitationLink name={name} made={made} onClose={onClose} />;
  const { fields = {} } = refusal ?? {};
  return (
    <Modal isOpen onClose={close} title={messages.inviteOperator} text={messages.inviteText}>
      <form
        className={utilityCss.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <TextInput
          label={messages.inviteName}
          isRequired
          inputRef={focusOnMount}
          value={name}
          onChange={(typedName) => change({ name: typedName })}
          error={fields["name"]}
        />
        <TextInput
          label={messages.inviteLogin}
          hint={messages.inviteLoginHint}
          isRequired
          autoComplete="off"
          spellCheck={false}
          value={login}
          onChange={(typedLogin) => change({ login: typedLogin })}
          error={fields["login"]}
        />
        <GrantForm value={typed} onChange={(grantTyped) => change({ typed: grantTyped })} />
        {refusal !== null && Object.keys(fields).length === 0 && (
          <NoteBar tone="error">{refusal.message}</NoteBar>
        )}
        <div className={utilityCss.row}>
          <span className={utilityCss.grow} />
          <ConsoleButton onClick={close}>{kitMessages.cancel}</ConsoleButton>
          <ConsoleButton
            type="submit"
            look="primary"
            isBusy={isBusy}
            disabled={grant === null || login.trim() === "" || name.trim() === ""}
          >
            {messages.makeInvite}
          </ConsoleButton>
        </div>
      </form>
    </Modal>
  );
}
