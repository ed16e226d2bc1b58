import type { Health } from "#contract/console/watch/health.ts";
import { CheckCircleIcon } from "../../ui/icons/common-icons.tsx";
import { ConsoleLink } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import { healthMessages } from "./messages.ts";
import { countChecks, problemsOf } from "./problems.ts";
import * as healthCss from "./health.module.css";

const { problems: texts } = healthMessages;

/** 需要处理: each fault with what to do. */
export function ProblemPanel({ health }: { health: Health }) {
  const problems = problemsOf(health);
  const checks = countChecks(health);
  if (problems.length === 0)
    return (
      <NoteBar tone="ok" icon={<CheckCircleIcon size={16} />}>
        <b>{texts.none}</b> · {texts.noneText(checks)}
      </NoteBar>
    );
  return (
    <Panel
      title={texts.title(problems.length)}
      hint={texts.rest(Math.max(0, checks - problems.length))}
      isFlush
    >
      <div className={healthCss.problems}>
        {problems.map(({ id, isSevere, title, hint, text, page }) => (
          <div key={id}>
            <span className={isSevere ? healthCss.severe : healthCss.warning} aria-hidden="true" />
            <span>
              <b>{title}</b>
              {hint !== null && <span className={healthCss.hint}>{hint}</span>}
            </span>
            <p>{text}</p>
            {page !== undefined && (
              <ConsoleLink to={page} isSmall>
                {healthMessages.open}
              </ConsoleLink>
            )}
          </div>
        ))}
      </div>
    </Panel>
  );
}
