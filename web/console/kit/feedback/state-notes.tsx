import { formatClock } from "#contract/core/date-text.ts";
import { PeopleIcon } from "../../../ui/icons/common-icons.tsx";
import { ClockIcon } from "../../../ui/icons/detail-icons.tsx";
import { LockIcon } from "../../../ui/icons/form-icons.tsx";
import { GlobeIcon } from "../controls/console-icons.tsx";
import { NoteBar } from "../display/note-bar.tsx";
import { kitMessages } from "../messages.ts";

/** States above a page's content, which stays. Moments are ISO 8601 or ms since the epoch. */
type Moment = string | number;

/** Loading failed; the content of before stays. */
export const FailedNote = ({
  message,
  requestId,
  onRetry,
}: {
  message: string;
  requestId: string | null;
  onRetry: () => void;
}) => (
  <NoteBar tone="error" action={{ label: kitMessages.retry, onPress: onRetry }}>
    {message}
    {requestId !== null && <> · {kitMessages.requestNumber(requestId)}</>}
  </NoteBar>
);

/** The content is of an earlier moment. */
export const StaleNote = ({ asOf, onRefresh }: { asOf: Moment; onRefresh: () => void }) => (
  <NoteBar
    tone="warn"
    icon={<ClockIcon size={16} />}
    action={{ label: kitMessages.refresh, onPress: onRefresh }}
  >
    {kitMessages.staleAt(formatClock(asOf))}
  </NoteBar>
);

/** No network: reading goes on with what is there. @param pending writes that wait */
export const OfflineNote = ({ asOf, pending = 0 }: { asOf: Moment | null; pending?: number }) => (
  <NoteBar tone="mute" icon={<GlobeIcon size={16} />}>
    {asOf === null ? kitMessages.offline : kitMessages.offlineAt(formatClock(asOf))}
    {pending > 0 && `；${kitMessages.pendingWrites(pending)}`}
  </NoteBar>
);

/** Somebody saved the same fields meanwhile. @param fields their labels: 总名额、地点 */
export const ConflictNote = ({
  by,
  fields,
  onChoose,
}: {
  by: string;
  fields: string;
  onChoose: () => void;
}) => (
  <NoteBar
    tone="warn"
    icon={<PeopleIcon size={16} />}
    action={{ label: kitMessages.chooseVersion, onPress: onChoose }}
  >
    {kitMessages.conflictTitle(by, fields)}
  </NoteBar>
);

/** The last change was saved. @param text the change: 淀山湖 名额 40 → 50 */
export const SavedNote = ({ at, text, onUndo }: { at: Moment; text?: string; onUndo?: () => void }) => (
  <NoteBar tone="ok" {...(onUndo && { action: { label: kitMessages.undo, onPress: onUndo } })}>
    {kitMessages.savedAt(formatClock(at))}
    {text !== undefined && <> · {text}</>}
  </NoteBar>
);

/** The content cannot be changed now. @param reason 王运营提交审核中，暂不可编辑 */
export const ReadOnlyNote = ({ reason }: { reason: string }) => (
  <NoteBar tone="info" icon={<LockIcon size={16} />}>
    {reason}
  </NoteBar>
);
