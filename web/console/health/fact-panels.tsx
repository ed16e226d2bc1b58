import { useState, type ReactNode } from "react";
import type { Health, ServerSetting, WatchedTask } from "#contract/console/watch/health.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { Segments } from "../kit/controls/segments.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import { healthMessages } from "./messages.ts";
import { agoText, daysBetween } from "./units.ts";
import * as healthCss from "./health.module.css";

const { tasks: taskTexts, keys: keyTexts, settings: settingTexts } = healthMessages;
/** Days of validity below which a certificate is marked. */
const SOON = 30;

const Row = ({ label, value, tone }: { label: ReactNode; value: ReactNode; tone?: "warn" | "unset" }) => (
  <li>
    <span>{label}</span>
    <span className={classNames(tone === "warn" && healthCss.warn, tone === "unset" && healthCss.unset)}>
      {value}
    </span>
  </li>
);

function taskState({ age, limit, isFailing }: WatchedTask): { value: string; tone?: "warn" | "unset" } {
  if (age === null) return { value: taskTexts.never, tone: "unset" };
  const ago = agoText(age);
  if (isFailing) return { value: `${taskTexts.failing} · ${ago}`, tone: "warn" };
  return age > limit ? { value: `${taskTexts.late} · ${ago}`, tone: "warn" } : { value: ago };
}
/** 定时任务: the last run of each in any process. */
export const TaskPanel = ({ tasks }: { tasks: readonly WatchedTask[] }) => (
  <Panel title={taskTexts.title}>
    <ul className={healthCss.list}>
      {tasks.map((task) => (
        <Row key={task.name} label={taskTexts.names[task.name]} {...taskState(task)} />
      ))}
    </ul>
  </Panel>
);

/** 密钥与证书: ages of keys, ends of certificates. */
export function KeyPanel({ health }: { health: Health }) {
  const now = Date.parse(health.asOf);
  const usedFor = (time: string): string => keyTexts.usedFor(Math.max(0, daysBetween(Date.parse(time), now)));
  return (
    <Panel title={keyTexts.title}>
      <ul className={healthCss.list}>
        {health.certificates.map(({ name, endTime }) => {
          const days = daysBetween(now, Date.parse(endTime));
          return (
            <Row
              key={name}
              label={keyTexts.certificates[name] ?? name}
              value={keyTexts.left(days)}
              {...(days < SOON && { tone: "warn" as const })}
            />
          );
        })}
        {health.keys.map(({ keyId, usedTime, isInUse }) => (
          <Row
            key={keyId}
            label={`${keyTexts.dataKey(keyId)} · ${isInUse ? keyTexts.inUse : keyTexts.reserve}`}
            value={usedTime === null ? "—" : usedFor(usedTime)}
          />
        ))}
        {health.secrets.map(({ name, time }) => (
          <Row key={name} label={keyTexts.secrets[name] ?? keyTexts.more(name)} value={usedFor(time)} />
        ))}
      </ul>
    </Panel>
  );
}

const settingValue = ({ isSet, value }: ServerSetting): string => {
  if (value !== null) return isSet ? value : `${value} · ${settingTexts.byDefault}`;
  return isSet ? settingTexts.set : settingTexts.unset;
};
/** 环境变量: names, and values of those that are no secret. */
export function SettingPanel({ settings }: { settings: readonly ServerSetting[] }) {
  const [shown, setShown] = useState<"set" | "all">("set");
  const rows = shown === "all" ? settings : settings.filter(({ isSet }) => isSet);
  return (
    <Panel title={settingTexts.title} hint={settingTexts.hint}>
      <Segments
        label={settingTexts.title}
        value={shown}
        onChange={setShown}
        options={[
          { value: "set", label: settingTexts.onlySet },
          { value: "all", label: settingTexts.all },
        ]}
      />
      <ul className={healthCss.list}>
        {rows.length === 0 && <Row label={settingTexts.none} value="" tone="unset" />}
        {rows.map((setting) => (
          <Row
            key={setting.name}
            label={setting.name}
            value={settingValue(setting)}
            {...(!setting.isSet && { tone: "unset" as const })}
          />
        ))}
      </ul>
    </Panel>
  );
}
