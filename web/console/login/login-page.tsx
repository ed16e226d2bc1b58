import { useLocation } from "react-router";
import { leaveConsolePage } from "../../platform/console/page-facts.ts";
import { LoginFrame, useLoginOptions } from "./login-frame.tsx";
import { LoginStepsCard } from "./login-steps.tsx";
import { operatorLoginMessages } from "./messages.ts";
import * as loginCss from "./login.module.css";

/** Page of the login; after it the page that was asked for opens. */
export function OperatorLoginPage() {
  const state = useLocation().state as { back?: string } | null;
  const options = useLoginOptions();
  // Loaded anew: nothing of an operator before stays in memory.
  const open = (): void => leaveConsolePage(`/console${state?.back ?? "/"}`);
  return (
    <LoginFrame
      title={operatorLoginMessages.title}
      lead={options?.hasDirectory === true ? operatorLoginMessages.lead : operatorLoginMessages.leadBuiltIn}
    >
      <LoginStepsCard onDone={open} />
      <p className={loginCss.small}>{operatorLoginMessages.invited}</p>
    </LoginFrame>
  );
}
