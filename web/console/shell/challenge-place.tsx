import { useEffect, useState, type ComponentType } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { showOperatorSession } from "#contract/console/session.ts";
import { onOperatorChallenge, type OperatorChallenge } from "../../platform/console/operator-calls.ts";
import { leaveConsolePage } from "../../platform/console/page-facts.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { Modal } from "../kit/overlay/modal.tsx";
import { shellMessages } from "./messages.ts";
import { useSession } from "./session-context.tsx";
import { StepUpDialog } from "./step-up-dialog.tsx";

type Raised = { readonly kind: OperatorChallenge; readonly answer: (mayRepeat: boolean) => void };

/** Steps of a login; `web/console/login` has them, and the routes pass them in. */
export type LoginSteps = ComponentType<{ onDone: (operatorId: string) => void }>;

/**
 * Shows what a refused call needs: the second factor again, or another login. The page below keeps its state, and the call
 * is repeated (requirements CO24, CO26).
 */
export function ChallengePlace({ steps }: { steps: LoginSteps }) {
  const [raised, setRaised] = useState<Raised | null>(null);
  const client = useQueryClient();
  const { operator } = useSession();
  useEffect(() => onOperatorChallenge((kind) => new Promise((answer) => setRaised({ kind, answer }))), []);
  if (raised === null) return null;
  const close = (mayRepeat: boolean): void => {
    setRaised(null);
    raised.answer(mayRepeat);
  };
  if (raised.kind === "stepUp") return <StepUpDialog onClose={close} />;
  return (
    <SessionEndedDialog
      steps={steps}
      onDone={(operatorId) => {
        // Another operator sees nothing of the page of this one.
        if (operatorId !== operator.operatorId) return leaveConsolePage("/console/");
        void client.invalidateQueries({ queryKey: [showOperatorSession.name] });
        close(true);
      }}
    />
  );
}

function SessionEndedDialog({
  steps: Steps,
  onDone,
}: {
  steps: LoginSteps;
  onDone: (operatorId: string) => void;
}) {
  const [isLoggingIn, setLoggingIn] = useState(false);
  return (
    <Modal
      isOpen
      title={shellMessages.sessionEnded}
      text={shellMessages.sessionEndedText}
      footer={
        <>
          <ConsoleButton look="quiet" onClick={() => leaveConsolePage("/console/login")}>
            {shellMessages.discard}
          </ConsoleButton>
          {!isLoggingIn && (
            <ConsoleButton look="primary" onClick={() => setLoggingIn(true)}>
              {shellMessages.logInAgain}
            </ConsoleButton>
          )}
        </>
      }
    >
      {isLoggingIn && <Steps onDone={onDone} />}
    </Modal>
  );
}
