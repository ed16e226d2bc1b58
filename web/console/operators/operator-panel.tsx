import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { listOperators, type ListedOperator } from "#contract/console/operators.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { LockIcon } from "../../ui/icons/form-icons.tsx";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { Badge } from "../kit/display/badge.tsx";
import { FactList } from "../kit/display/fact-list.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import { SidePanel } from "../kit/overlay/side-panel.tsx";
import { useMay } from "../shell/index.ts";
import { inviteAgain, setLocked, type OperatorInvitation } from "./api.ts";
import { InvitationLink } from "./invitation-link.tsx";
import { operatorMessages as messages } from "./messages.ts";
import { OperatorGrants } from "./operator-grants.tsx";
import { factorWords, stateTones } from "./operator-words.ts";

type OperatorPanelProps = { operator: ListedOperator; onClose: () => void };

/** An operator: facts, grants, lock, invitation. */
export function OperatorPanel({ operator, onClose }: OperatorPanelProps) {
  const mayManage = useMay("operator.manage") && !operator.isSelf;
  const [asked, setAsked] = useState<"lock" | "invite" | null>(null);
  const [made, setMade] = useState<OperatorInvitation | null>(null);
  const isLocked = operator.state === "locked";
  return (
    <SidePanel
      title={operator.name}
      subtitle={messages.operatorNumber(operator.operatorId)}
      badge={<Badge tone={stateTones[operator.state]}>{messages.states[operator.state]}</Badge>}
      onClose={onClose}
      {...(mayManage && {
        footer: (
          <>
            <ConsoleButton look={isLocked ? "outline" : "dangerOutline"} onClick={() => setAsked("lock")}>
              <LockIcon size={16} />
              {isLocked ? messages.unlock : messages.lock}
            </ConsoleButton>
            {!operator.isDirectoryAccount && (
              <ConsoleButton onClick={() => setAsked("invite")}>{messages.inviteAgain}</ConsoleButton>
            )}
          </>
        ),
      })}
    >
      <FactList
        facts={[
          [messages.login, operator.login ?? messages.directoryAccount],
          [messages.secondFactor, factorWords(operator)],
          [messages.used, operator.usedTime === null ? messages.never : formatShort(operator.usedTime)],
          [messages.created, formatShort(operator.createdTime)],
          [messages.invitedUntil, operator.invitedUntil === null ? null : formatShort(operator.invitedUntil)],
        ]}
      />
      <OperatorGrants operator={operator} />
      <LockQuestion operator={operator} isOpen={asked === "lock"} onClose={() => setAsked(null)} />
      <ConfirmDialog
        isOpen={asked === "invite"}
        title={messages.inviteAgainTitle(operator.name)}
        text={messages.inviteAgainText}
        confirm={messages.inviteAgain}
        isDanger
        onConfirm={async () => setMade(await inviteAgain(operator.operatorId))}
        onClose={() => setAsked(null)}
      />
      {made !== null && <InvitationLink name={operator.name} made={made} onClose={() => setMade(null)} />}
    </SidePanel>
  );
}

type LockQuestionProps = OperatorPanelProps & { isOpen: boolean };
function LockQuestion({ operator, isOpen, onClose }: LockQuestionProps) {
  const client = useQueryClient();
  const isLocked = operator.state === "locked";
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={isLocked ? messages.unlockTitle(operator.name) : messages.lockTitle(operator.name)}
      text={isLocked ? messages.unlockText : messages.lockText}
      confirm={isLocked ? messages.unlock : messages.lock}
      isDanger={!isLocked}
      onConfirm={async () => {
        await setLocked({ operatorId: operator.operatorId, isLocked: !isLocked });
        showResult(isLocked ? messages.unlocked : messages.locked);
        await client.invalidateQueries({ queryKey: [listOperators.name] });
      }}
      onClose={onClose}
    />
  );
}
