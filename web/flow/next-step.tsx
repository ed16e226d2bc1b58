import { Link } from "react-router";
import type { FlowNodeState } from "#contract/flow/flow.ts";
import { appPath } from "../platform/navigation/address.ts";
import { raiseChallenge } from "../platform/http/challenges.ts";
import { isTaskAddress } from "../platform/http/refusals.ts";
import { Button } from "../ui/form/button.tsx";
import { flowMessages } from "./messages.ts";
import * as controlsCss from "../ui/styles/controls.module.css";
import * as eligibilityCss from "./eligibility.module.css";
import * as textCss from "../ui/styles/text.module.css";

type NextStepProps = {
  node: FlowNodeState;
  /** Called when the next step leaves the page. */
  onLeave: () => void;
  /** Called when a user without a number wants to bind one. */
  onBind: () => void;
};

const linkClass = `${controlsCss.button} ${controlsCss.tonal} ${controlsCss.small}`;

/**
 * Next step for a condition: a button, a link to a permitted destination, or text (requirements N09, N11).
 */
export function NextStep({ node, onLeave, onBind }: NextStepProps) {
  const { kind, state, next, taskLink } = node;
  if (state === "pass") return null;
  if (kind === "login" && state === "fail")
    return (
      <Button look="tonal" size="small" onClick={() => void raiseChallenge("login", { reason: "plain" })}>
        {next ?? flowMessages.logIn}
      </Button>
    );
  if (kind === "mobile" && state === "fail")
    return (
      <Button look="tonal" size="small" onClick={onBind}>
        {next}
      </Button>
    );
  if (taskLink === undefined || !isTaskAddress(taskLink))
    return next === undefined ? null : (
      <p className={`${eligibilityCss.next} ${textCss.caption}`}>
        <b>{flowMessages.next}</b>
        {next}
      </p>
    );
  const path = appPath(taskLink);
  return path === null ? (
    <a className={linkClass} href={taskLink} rel="noreferrer">
      {next ?? flowMessages.go}
    </a>
  ) : (
    <Link className={linkClass} to={path} onClick={onLeave}>
      {next ?? flowMessages.go}
    </Link>
  );
}
