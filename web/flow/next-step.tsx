import { Link } from "react-router";
import type { FlowNodeState } from "#contract/flow.ts";
import { appPath } from "../platform/address.ts";
import { raise } from "../platform/http/challenges.ts";
import { isTaskAddress } from "../platform/http/refusals.ts";
import { Button } from "../ui/button.tsx";
import { words } from "./words.ts";

type NextStepProps = {
  node: FlowNodeState;
  /** The page is being left for the step. */
  onLeave: () => void;
  /** The person has no number yet and wants to bind one. */
  onBind: () => void;
};

const look = "btn t sm";

/** What the person can do about a condition: a button, a link where people may be sent, or words (requirements N09, N11). */
export function NextStep({ node, onLeave, onBind }: NextStepProps) {
  const { kind, state, next, taskLink } = node;
  if (state === "pass") return null;
  if (kind === "login" && state === "fail")
    return (
      <Button look="tonal" size="small" onClick={() => void raise("login", { reason: "plain" })}>
        {next ?? words.logIn}
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
      <p className="nx cap">
        <b>{words.next}</b>
        {next}
      </p>
    );
  const path = appPath(taskLink);
  return path === null ? (
    <a className={look} href={taskLink} rel="noreferrer">
      {next ?? words.go}
    </a>
  ) : (
    <Link className={look} to={path} onClick={onLeave}>
      {next ?? words.go}
    </Link>
  );
}
