import * as tabsCss from "./tabs.module.css";
import { Tabs as BaseTabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

type TabsProps<T extends string> = {
  label: string;
  tabs: readonly { readonly name: T; readonly label: string; readonly panel: () => ReactNode }[];
  value: T;
  onChange: (value: T) => void;
};

/** Tabs; only the selected panel is rendered. */
export const Tabs = <T extends string>({ label, tabs, value, onChange }: TabsProps<T>) => (
  <BaseTabs.Root value={value} onValueChange={(next) => onChange(next as T)}>
    <BaseTabs.List className={tabsCss.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <BaseTabs.Tab key={tab.name} value={tab.name}>
          {tab.label}
        </BaseTabs.Tab>
      ))}
    </BaseTabs.List>
    {tabs.map((tab) => (
      <BaseTabs.Panel key={tab.name} value={tab.name}>
        {tab.name === value && tab.panel()}
      </BaseTabs.Panel>
    ))}
  </BaseTabs.Root>
);
