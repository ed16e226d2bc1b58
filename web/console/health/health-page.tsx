import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Health } from "#contract/console/watch/health.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { downloadTextFile } from "../../platform/browser/download.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { DownloadIcon } from "../kit/controls/console-icons.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { WithAside } from "../kit/layout/page-layout.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import { ConsolePage } from "../shell/index.ts";
import { healthKey, loadHealth } from "./api.ts";
import { HealthCards } from "./health-cards.tsx";
import { ProblemPanel } from "./problem-panel.tsx";
import { ProcessPanel, processColumns } from "./process-panel.tsx";
import { QueuePanel } from "./queue-panel.tsx";
import { KeyPanel, SettingPanel, TaskPanel } from "./fact-panels.tsx";
import { healthMessages as texts } from "./messages.ts";
import { problemsOf } from "./problems.ts";
import { RevealLimits } from "./reveal-limits.tsx";
import { SignUpPanel } from "./sign-up-panel.tsx";
import * as healthCss from "./health.module.css";

/** Time between two looks, ms. */
const INTERVAL = 5_000;

/** How old the shown state is, by the second. */
function Updated({ at }: { at: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={healthCss.live}>
      <i aria-hidden="true" />
      {texts.updated(Math.max(0, Math.round((now - at) / 1_000)))}
    </span>
  );
}

const save = (health: Health): void =>
  downloadTextFile(
    texts.diagnosisFile(toShanghaiDate(Date.parse(health.asOf))),
    "application/json",
    JSON.stringify({ ...health, problems: problemsOf(health) }, null, 2),
  );

const HealthContent = ({ health }: { health: Health }) => (
  <>
    <ProblemPanel health={health} />
    <RevealLimits limits={health.revealLimits} />
    <HealthCards health={health} />
    <WithAside
      aside={
        <>
          <SignUpPanel slots={health.signUps} />
          <TaskPanel tasks={health.tasks} />
          <KeyPanel health={health} />
          <SettingPanel settings={health.settings} />
        </>
      }
    >
      <ProcessPanel processes={health.processes} />
      <QueuePanel queues={health.queues} />
    </WithAside>
  </>
);

/** 系统 · 运行状况: processes, database, queues and what to do about them; it follows by itself (requirement CO104). */
export function HealthPage() {
  const query = useQuery({ queryKey: healthKey, queryFn: loadHealth, refetchInterval: INTERVAL });
  const { data, dataUpdatedAt } = query;
  return (
    <ConsolePage
      title={texts.title}
      right="health.read"
      {...(data && {
        beside: <Updated at={dataUpdatedAt} />,
        actions: (
          <ConsoleButton onClick={() => save(data)}>
            <DownloadIcon size={16} />
            {texts.diagnosis}
          </ConsoleButton>
        ),
      })}
    >
      <QueryState query={query} right="health.read" skeleton={<TableSkeleton columns={processColumns([])} />}>
        {(health) => <HealthContent health={health} />}
      </QueryState>
    </ConsolePage>
  );
}
