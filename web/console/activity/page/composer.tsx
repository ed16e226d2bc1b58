import "../../../compose/compose.module.css";
import "../../../compose/folds.module.css";
import "../../../compose/inputs/inputs.module.css";
import { useEffect, useMemo, useState } from "react";
import { Editor, type RenderBlocks } from "../../../compose/editor/editor.tsx";
import { PictureSendContext } from "../../../compose/inputs/use-upload.ts";
import { onChallenge, type RaisedChallenge } from "../../../platform/http/challenges.ts";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import { uploadPictureFile, useSession } from "../../shell/index.ts";
import { consoleActivityTexts as texts } from "../messages.ts";
import { pageByOperator } from "./page-api.ts";
import * as pageCss from "./page.module.css";

type Question = Extract<RaisedChallenge, { kind: "dialog" }>;

/** Shows the composer's questions and notes as the console does. */
function useQuestions() {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(
    () =>
      onChallenge((raised) => {
        if (raised.kind === "dialog") setQuestion(raised);
        if (raised.kind === "toast") showResult(raised.args.text);
      }),
    [],
  );
  const close = (): void => {
    question?.answer(false);
    setQuestion(null);
  };
  return (
    <ConfirmDialog
      isOpen={question !== null}
      title={question?.args.title ?? texts.confirmTitle}
      text={question?.args.text}
      confirm={question?.args.confirm ?? texts.confirmTitle}
      onConfirm={async () => question?.answer(true)}
      onClose={close}
    />
  );
}

/** The composer of a page, with the operator's session in place of a link. */
export function Composer({ activityId, showBlocks }: { activityId: string; showBlocks: RenderBlocks }) {
  const { operator } = useSession();
  const page = useMemo(() => pageByOperator(activityId, operator.name), [activityId, operator.name]);
  const questions = useQuestions();
  return (
    <div className={pageCss.composer}>
      <PictureSendContext value={uploadPictureFile}>
        <Editor page={page} onChangeName={null} showBlocks={showBlocks} />
      </PictureSendContext>
      {questions}
    </div>
  );
}
