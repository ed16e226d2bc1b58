import type { Health } from "#contract/console/watch/health.ts";
import { formatShort } from "#contract/core/date-text.ts";
import * as utilityCss from "../kit/styles/utility.module.css";
import { healthMessages } from "./messages.ts";
import { durationText, sizeText } from "./units.ts";
import * as healthCss from "./health.module.css";

const { cards: texts, processes: processTexts } = healthMessages;

type Card = { readonly label: string; readonly value: string; readonly text: string };
/** The machine with the least free space. */
function diskCard({ disks }: Health): Card {
  const [fullest] = disks.toSorted(
    (one, other) => one.freeBytes / one.sizeBytes - other.freeBytes / other.sizeBytes,
  );
  if (fullest === undefined) return { label: texts.disk, value: texts.unknown, text: "" };
  const used = Math.round((1 - fullest.freeBytes / fullest.sizeBytes) * 100);
  return { label: texts.disk, value: `${used}%`, text: texts.free(sizeText(fullest.freeBytes)) };
}
function signUpCard({ signUps }: Health): Card {
  const outcomes = signUps.flatMap((slot) => slot.outcomes);
  const all = outcomes.reduce((sum, { count }) => sum + count, 0);
  const failed = outcomes.reduce((sum, { outcome, count }) => sum + (outcome === "failed" ? count : 0), 0);
  return { label: texts.signUps, value: all.toLocaleString("zh-CN"), text: texts.lastHour(failed) };
}
function cardsOf(health: Health): readonly Card[] {
  const { processes, database, backup } = health;
  const running = processes.filter(({ isStale }) => !isStale).length;
  const stopped = processes.length - running;
  return [
    {
      label: texts.processes,
      value: `${running} / ${processes.length}`,
      text: stopped === 0 ? texts.allRunning : texts.stopped(stopped),
    },
    {
      label: texts.database,
      value: processTexts.milliseconds(database.latency),
      text:
        database.kind === "pglite"
          ? texts.embedded
          : texts.connections(database.connections, database.maxConnections),
    },
    { label: texts.size, value: sizeText(database.sizeBytes), text: `PostgreSQL ${database.version}` },
    signUpCard(health),
    diskCard(health),
    {
      label: texts.backup,
      value: backup === null ? texts.noBackup : formatShort(backup.time),
      text: backup === null ? "" : texts.ago(durationText(backup.age)),
    },
  ];
}

/** The state in six figures. */
export const HealthCards = ({ health }: { health: Health }) => (
  <dl className={`${utilityCss.panel} ${healthCss.cards}`}>
    {cardsOf(health).map(({ label, value, text }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <b>{value}</b>
          <small>{text}</small>
        </dd>
      </div>
    ))}
  </dl>
);
