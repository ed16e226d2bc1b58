import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { showOperatorInvite } from "#contract/console/operators.ts";
import { addressFragment, leaveConsolePage } from "../../platform/console/page-facts.ts";
import { ConsoleLink } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { loadInvite } from "./api.ts";
import { InvitationForm } from "./invitation-form.tsx";
import { LoginFrame } from "./login-frame.tsx";
import { operatorLoginMessages } from "./messages.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import * as loginCss from "./login.module.css";

/** Page of an invitation; its secret stands after # in the address, which no server and no log receives. */
export function InvitationPage() {
  const [token] = useState(addressFragment);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // Read once: each answer is a new secret of the authenticator app.
  const { data, error } = useQuery({
    queryKey: [showOperatorInvite.name, token],
    queryFn: () => loadInvite(token),
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
  if (codes !== null)
    return (
      <LoginFrame title={operatorLoginMessages.recoveryCodes} lead={operatorLoginMessages.recoveryCodesLead}>
        <RecoveryCodes codes={codes} onDone={() => leaveConsolePage("/console/")} />
      </LoginFrame>
    );
  if (data !== undefined)
    return (
      <LoginFrame
        title={operatorLoginMessages.inviteTitle}
        lead={operatorLoginMessages.inviteLead(data.name)}
      >
        <InvitationForm token={token} invite={data} onAccepted={setCodes} />
      </LoginFrame>
    );
  return (
    <LoginFrame title={operatorLoginMessages.title}>
      {error !== null && (
        <div className={loginCss.steps}>
          <NoteBar tone="warn">
            {operatorLoginMessages.inviteGone}：{operatorLoginMessages.inviteGoneText}
          </NoteBar>
          <ConsoleLink to="/login">{operatorLoginMessages.toLogin}</ConsoleLink>
        </div>
      )}
    </LoginFrame>
  );
}
