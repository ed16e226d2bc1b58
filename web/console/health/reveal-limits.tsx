import type { Health } from "#contract/console/watch/health.ts";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { healthMessages } from "./messages.ts";

const { revealLimits: texts } = healthMessages;

/** Operators who have revealed as many mobiles as they may. */
export const RevealLimits = ({ limits }: { limits: Health["revealLimits"] }) =>
  limits.length === 0 ? null : (
    <NoteBar tone="warn">
      {texts.title}
      {limits.map(({ operatorId, name, hour, day }) => (
        <div key={operatorId}>{texts.line(name, hour, day)}</div>
      ))}
    </NoteBar>
  );
