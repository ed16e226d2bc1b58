import { useState } from "react";
import type { OperatorArgs } from "#contract/console/operator-call.ts";
import type { acceptOperatorInvite } from "#contract/console/operators.ts";
import { Refusal } from "#contract/core/errors.ts";
import { createPasskey, hasPasskeys } from "../../platform/console/passkeys.ts";
import { QrCode } from "../../ui/media/qr-code.tsx";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { KeyIcon } from "../kit/controls/console-icons.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { SixDigitInput } from "../kit/form/six-digit-input.tsx";
import { TextInput } from "../kit/form/text-input.tsx";
import { acceptInvite, type OperatorInvite } from "./api.ts";
import { operatorLoginMessages } from "./messages.ts";
import { useStep } from "./use-step.ts";
import * as loginCss from "./login.module.css";

type Way = "passkey" | "password";
type Proof = OperatorArgs<typeof acceptOperatorInvite>["with"];
type InvitationFormProps = {
  token: string;
  invite: OperatorInvite;
  onAccepted: (recoveryCodes: readonly string[]) => void;
};

const refusalText = (error: unknown): string => {
  if (!(error instanceof Refusal)) throw error;
  return error.message;
};

/** Name and second factor of an invited operator. */
export function InvitationForm({ token, invite, onAccepted }: InvitationFormProps) {
  const [name, setName] = useState(invite.name);
  const [way, setWay] = useState<Way>(hasPasskeys() ? "passkey" : "password");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [isCancelled, setCancelled] = useState(false);
  const { isBusy, fault, fields, run } = useStep(refusalText);

  /** null: the question about the passkey was closed. */
  async function proof(): Promise<Proof | null> {
    if (way === "password") return { password, code };
    const response = await createPasskey(invite.passkey);
    return response === null ? null : { response: { ...response, response: { ...response.response } } };
  }
  const accept = (): Promise<void> =>
    run(async () => {
      setCancelled(false);
      const given = await proof();
      if (given === null) return setCancelled(true);
      onAccepted((await acceptInvite({ token, name, with: given })).recoveryCodes);
    });
  const shown = isCancelled ? operatorLoginMessages.passkeyCancelled : fault;
  return (
    <form
      className={loginCss.steps}
      onSubmit={(event) => {
        event.preventDefault();
        void accept();
      }}
    >
      <TextInput
        label={operatorLoginMessages.yourName}
        autoComplete="name"
        isRequired
        value={name}
        onChange={setName}
        error={fields["name"]}
      />
      <WayChoice way={way} onChange={setWay} />
      {way === "password" && (
        <>
          <TextInput
            label={operatorLoginMessages.newPassword}
            hint={operatorLoginMessages.newPasswordHint}
            type="password"
            autoComplete="new-password"
            isRequired
            value={password}
            onChange={setPassword}
            error={fields["with.password"] ?? fields["password"]}
          />
          <Authenticator invite={invite} />
          <SixDigitInput
            label={operatorLoginMessages.code}
            value={code}
            onChange={setCode}
            error={fields["with.code"] ?? fields["code"]}
          />
        </>
      )}
      {shown !== null && <NoteBar tone="error">{shown}</NoteBar>}
      <ConsoleButton type="submit" look="primary" isWide isBusy={isBusy}>
        {way === "passkey" && <KeyIcon size={16} />}
        {way === "passkey" ? operatorLoginMessages.createPasskey : operatorLoginMessages.finish}
      </ConsoleButton>
    </form>
  );
}

const WayChoice = ({ way, onChange }: { way: Way; onChange: (way: Way) => void }) => (
  <div className={loginCss.ways} role="radiogroup" aria-label={operatorLoginMessages.way}>
    {(
      [
        ["passkey", operatorLoginMessages.passkey, operatorLoginMessages.passkeyHint],
        ["password", operatorLoginMessages.passwordAndCode, operatorLoginMessages.passwordAndCodeHint],
      ] as const
    ).map(([value, label, hint]) => (
      <label key={value} className={loginCss.way}>
        <input
          type="radio"
          name="way"
          checked={way === value}
          disabled={value === "passkey" && !hasPasskeys()}
          onChange={() => onChange(value)}
        />
        <span>
          {label}
          <small>{hint}</small>
        </span>
      </label>
    ))}
  </div>
);

/** Secret of the authenticator app, as a QR code and as text. */
const Authenticator = ({ invite }: { invite: OperatorInvite }) => (
  <div className={loginCss.qr}>
    <div>
      <QrCode text={invite.totp.uri} label={operatorLoginMessages.qrLabel} />
    </div>
    <p>
      {operatorLoginMessages.scan}
      <br />
      {operatorLoginMessages.secret} <code>{invite.totp.secret}</code>
    </p>
  </div>
);
