import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Refusal } from "#contract/core/errors.ts";
import { leaveConsolePage } from "../../platform/console/page-facts.ts";
import { ConsoleLink } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { finishDirectoryLogin } from "./api.ts";
import { LoginFrame } from "./login-frame.tsx";
import { operatorLoginMessages } from "./messages.ts";
import { NoGrantStep } from "./no-grant-step.tsx";
import * as loginCss from "./login.module.css";

/** Page to which the staff directory comes back: finishes the login, or the step-up. */
export function DirectoryPage() {
  const { search } = useLocation();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const hasBegun = useRef(false);
  useEffect(() => {
    // The code of the address is good for one call.
    if (hasBegun.current) return;
    hasBegun.current = true;
    finishDirectoryLogin(search).then(
      ({ returnTo }) => leaveConsolePage(returnTo ?? "/console/"),
      (error: unknown) => setRefusal(error instanceof Refusal ? error : new Refusal("other")),
    );
  }, [search]);
  return (
    <LoginFrame title={operatorLoginMessages.directoryTitle}>
      {refusal?.refusal === "noGrant" && (
        <NoGrantStep requestId={refusal.requestId} onBack={() => leaveConsolePage("/console/login")} />
      )}
      {refusal !== null && refusal.refusal !== "noGrant" && (
        <div className={loginCss.steps}>
          <NoteBar tone="error">{`${operatorLoginMessages.directoryFailed}：${refusal.message}`}</NoteBar>
          <ConsoleLink to="/login">{operatorLoginMessages.toLogin}</ConsoleLink>
        </div>
      )}
    </LoginFrame>
  );
}
