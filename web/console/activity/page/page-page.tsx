import { lazy, Suspense } from "react";
import type { RenderBlocks } from "../../../compose/editor/editor.tsx";
import { EmptyPage } from "../../kit/feedback/page-state.tsx";
import { useMay } from "../../shell/index.ts";
import { ActivityFrame } from "../activity-frame.tsx";
import { consoleActivityTexts as texts } from "../messages.ts";
import * as pageCss from "./page.module.css";

const Composer = lazy(async () => ({ default: (await import("./composer.tsx")).Composer }));

/** Page of an online activity in the composer, which is loaded when it is first shown (requirement CO70). */
export function ActivityPagePage({ showBlocks }: { showBlocks: RenderBlocks }) {
  const mayCompose = useMay("page.write");
  return (
    <ActivityFrame>
      {({ activityId, activityType }) =>
        activityType === "online" && mayCompose ? (
          <Suspense fallback={<div className={pageCss.skeleton} />}>
            <Composer key={activityId} activityId={activityId} showBlocks={showBlocks} />
          </Suspense>
        ) : (
          <EmptyPage title={texts.noPage} text={texts.noPageText} />
        )
      }
    </ActivityFrame>
  );
}
