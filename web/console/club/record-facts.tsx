import type { ClubRecord } from "#contract/console/club/shapes.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { FactList } from "../kit/display/fact-list.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { clubPageMessages, reasonNames } from "./messages.ts";

const { record: texts, isOwner } = clubPageMessages;

/** The bar in force, with its end, reason and operator. */
const BarNote = ({ bar }: { bar: NonNullable<ClubRecord["bar"]> }) => (
  <NoteBar tone="error">
    {[
      `${texts.bar} ${bar.until === null ? texts.barForever : texts.barUntil(formatDateTime(bar.until))}`,
      bar.reason === null ? null : reasonNames[bar.reason],
      bar.by === null ? null : texts.by(bar.by),
    ]
      .filter((part) => part !== null)
      .join(" · ")}
  </NoteBar>
);

/** Record of a member: what they wrote, complaints, decisions and bars. */
export const RecordFacts = ({ record }: { record: ClubRecord }) => (
  <>
    {record.bar && <BarNote bar={record.bar} />}
    <FactList
      facts={[
        [texts.joined, formatDateTime(record.joinedTime)],
        [isOwner, record.person.isOwner ? "✓" : null],
        [texts.writings, texts.writingsOf(record.articles, record.comments)],
        [texts.complaints, texts.complaintsOf(record.complaints, record.rejected)],
        [texts.upheld, texts.upheldOf(record.upheld, record.hidden)],
        [texts.bars, texts.barsOf(record.bars)],
        [
          texts.groups,
          record.groups.length === 0
            ? null
            : record.groups
                .map(({ name, role }) => (role === "member" ? name : `${name}（${texts.roles[role]}）`))
                .join("、"),
        ],
      ]}
    />
  </>
);
