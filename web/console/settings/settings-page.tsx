import { useQuery } from "@tanstack/react-query";
import type { ConsoleSettingsView, ListedSetting } from "#contract/console/watch/settings.ts";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { ConsolePage } from "../shell/index.ts";
import { loadSettings, settingsKey } from "./api.ts";
import { CalendarPanel } from "./calendar-panel.tsx";
import { settingPageMessages as texts } from "./messages.ts";
import * as settingsCss from "./settings.module.css";

const skeleton = <TableSkeleton columns={[{ id: "name", label: texts.title, cell: () => null }]} />;

function SettingRow({ setting: { name, value, variable } }: { setting: ListedSetting }) {
  const { label, hint, text } = texts.words[name];
  return (
    <li>
      <span>{label}</span>
      <b>{text(value)}</b>
      <small>{hint}</small>
      <code>{variable === null ? texts.constant : texts.variable(variable)}</code>
    </li>
  );
}

const Groups = ({ view }: { view: ConsoleSettingsView }) => (
  <div className={settingsCss.groups}>
    {Object.values(texts.groups).map(({ title, names }) => (
      <Panel key={title} title={title}>
        <ul className={settingsCss.rows}>
          {names.map((name) => {
            const setting = view.settings.find((one) => one.name === name);
            return setting && <SettingRow key={name} setting={setting} />;
          })}
        </ul>
      </Panel>
    ))}
  </div>
);

/** 系统 · 设置: what is set where; the working-day calendar is edited here. */
export function SettingsPage() {
  const query = useQuery({ queryKey: settingsKey, queryFn: loadSettings });
  return (
    <ConsolePage title={texts.title} right="setting.write">
      <QueryState query={query} right="setting.write" skeleton={skeleton}>
        {(view) => (
          <div className={utilityCss.stack}>
            <Groups view={view} />
            <p className={settingsCss.text}>{texts.where}</p>
            <CalendarPanel days={view.days} />
          </div>
        )}
      </QueryState>
    </ConsolePage>
  );
}
