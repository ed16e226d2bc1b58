import * as eligibilityCss from "./eligibility.module.css";
import { useEffect, useState, type ReactNode } from "react";
import type { FlowDetail, FlowNodeState } from "#contract/flow/flow.ts";
import { currentFlowKeys } from "../platform/activity/flow-keys.ts";
import { taskMessageOf } from "../platform/http/refusals.ts";
import { send } from "../platform/http/send.ts";
import { startMobileBindingOrToast } from "../platform/login/bind-mobile.ts";
import { useUser } from "../platform/session/use-user.ts";
import { Button } from "../ui/form/button.tsx";
import { describeFailure, asRefusal } from "../ui/feedback/load-failure.ts";
import { CheckCircleIcon, WarningIcon } from "../ui/icons/common-icons.tsx";
import { LockIcon } from "../ui/icons/form-icons.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { SkeletonLine } from "../ui/feedback/skeleton.tsx";
import { loadFlowDetail } from "./api.ts";
import { NextStep } from "./next-step.tsx";
import { flowMessages } from "./messages.ts";
import * as controlsCss from "../ui/styles/controls.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as overlayCss from "../ui/overlay/overlay.module.css";
import * as textCss from "../ui/styles/text.module.css";

const stateClasses = { pass: eligibilityCss.passed, fail: eligibilityCss.failed, unknown: undefined };

type EligibilitySheetProps = {
  activityId: string;
  /** Phone number for questions. */
  phone: string;
  onClose: () => void;
  /** Dialog opened from the sheet: the login. */
  children?: ReactNode;
};

type Answer =
  | { readonly is: "loading" }
  | { readonly is: "loaded"; readonly detail: FlowDetail }
  | { readonly is: "failed"; readonly text: string };

async function loadAnswer(activityId: string): Promise<Answer> {
  try {
    return { is: "loaded", detail: await loadFlowDetail(send, activityId, currentFlowKeys()) };
  } catch (error) {
    const refusal = asRefusal(error);
    const isTask = refusal !== null && refusal.status >= 600;
    return { is: "failed", text: isTask ? taskMessageOf(refusal) : describeFailure(error).title };
  }
}

/** Loads the conditions, again on request and after a login. */
function useFlowDetail(activityId: string): { answer: Answer; reload: () => void } {
  const openId = useUser()?.openId ?? null;
  const [reloadCount, setReloadCount] = useState(0);
  const key = `${activityId} ${openId ?? ""} ${reloadCount}`;
  const [found, setFound] = useState<{ key: string; answer: Answer } | null>(null);
  useEffect(() => {
    void loadAnswer(activityId).then((answer) => setFound({ key, answer }));
  }, [activityId, key]);
  return {
    answer: found?.key === key ? found.answer : { is: "loading" },
    reload: () => setReloadCount((before) => before + 1),
  };
}

const icons = { pass: CheckCircleIcon, fail: WarningIcon, unknown: LockIcon } as const;

/** A condition: whether it is met, the user's value, and the next step. Met conditions are short. */
function Condition({ node, children }: { node: FlowNodeState; children: ReactNode }) {
  const StateIcon = icons[node.state];
  return (
    <li className={stateClasses[node.state]}>
      <span className={eligibilityCss.state}>
        <StateIcon size={20} />
      </span>
      <div className={layoutCss.grow}>
        <p className={textCss.medium}>
          {node.name}
          <span className={textCss.visuallyHidden}>{flowMessages.states[node.state]}</span>
          {!node.isRequired && <span className={controlsCss.tag}>{flowMessages.optional}</span>}
        </p>
        <p className={`${textCss.small} ${textCss.secondary}`}>{node.remark}</p>
        {node.value !== undefined && <p className={`${textCss.caption} ${textCss.tertiary}`}>{node.value}</p>}
        {children}
      </div>
    </li>
  );
}

/** Unmet conditions first, each part in the order of evaluation. */
const unmetFirst = (nodes: readonly FlowNodeState[]): FlowNodeState[] => [
  ...nodes.filter(({ pass, isRequired }) => !pass && isRequired),
  ...nodes.filter(({ pass, isRequired }) => pass || !isRequired),
];

function Summary({ nodes, pass }: FlowDetail) {
  if (pass) return <Notice kind="ok">{flowMessages.pass}</Notice>;
  if (nodes.some(({ kind, state }) => kind === "login" && state === "fail"))
    return <Notice>{flowMessages.visitor}</Notice>;
  return (
    <Notice kind="warn">
      {flowMessages.barred(nodes.filter((node) => node.isRequired && !node.pass).length)}
    </Notice>
  );
}

/**
 * Explains why the user may not take part: every condition, the user's value, the next step (requirement
 * N11).
 */
export function EligibilitySheet({ activityId, phone, onClose, children }: EligibilitySheetProps) {
  const { answer, reload } = useFlowDetail(activityId);
  const isBarred = answer.is === "loaded" && !answer.detail.pass;
  return (
    <Sheet isOpen title={isBarred ? flowMessages.titleBarred : flowMessages.title} onClose={onClose}>
      <div className={`${overlayCss.body} ${eligibilityCss.eligibility}`} aria-busy={answer.is === "loading"}>
        {answer.is === "loading" && (
          <div>
            <p className={textCss.visuallyHidden}>{flowMessages.loading}</p>
            <SkeletonLine kind="ti" />
            <SkeletonLine />
            <SkeletonLine kind="sh" />
            <SkeletonLine />
          </div>
        )}
        {answer.is === "failed" && <Notice kind="err">{answer.text}</Notice>}
        {answer.is === "loaded" && (
          <>
            <Summary {...answer.detail} />
            <ul>
              {unmetFirst(answer.detail.nodes).map((node) => (
                <Condition key={node.nodeKey} node={node}>
                  <NextStep node={node} onLeave={onClose} onBind={() => void startMobileBindingOrToast()} />
                </Condition>
              ))}
            </ul>
          </>
        )}
        <div className={`${layoutCss.row} ${layoutCss.gap3}`}>
          <a
            className={`${controlsCss.button} ${controlsCss.outline} ${layoutCss.grow}`}
            href={`tel:${phone}`}
          >
            {flowMessages.ask}
          </a>
          <Button
            look={answer.is === "failed" ? "primary" : "outline"}
            className={layoutCss.grow}
            isBusy={answer.is === "loading"}
            onClick={reload}
          >
            {answer.is === "failed" ? flowMessages.retry : flowMessages.again}
          </Button>
        </div>
      </div>
      {children}
    </Sheet>
  );
}
