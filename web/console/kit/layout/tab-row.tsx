import type { ReactNode } from "react";
import { Tabs } from "@base-ui/react/tabs";
import { classNames } from "../../../ui/styles/class-names.ts";
import * as layoutCss from "./layout.module.css";

type Tab<V extends string> = {
  readonly value: V;
  readonly label: string;
  readonly count?: string | number;
  readonly isAlert?: boolean;
};

type TabRowProps<V extends string> = {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Content of the chosen tab. */
  children?: ReactNode;
};

/** Tabs within a page: states of an order, parts of a panel. Pages of their own have `PageHead`. */
export const TabRow = <V extends string>({ label, tabs, value, onChange, children }: TabRowProps<V>) => (
  <Tabs.Root value={value} onValueChange={(chosen: V) => onChange(chosen)}>
    <Tabs.List className={layoutCss.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Tabs.Tab key={tab.value} value={tab.value} className={layoutCss.tab}>
          {tab.label}
          {tab.count !== undefined && (
            <span className={classNames(layoutCss.count, tab.isAlert === true && layoutCss.alert)}>
              {tab.count}
            </span>
          )}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    {children !== undefined && <Tabs.Panel value={value}>{children}</Tabs.Panel>}
  </Tabs.Root>
);
