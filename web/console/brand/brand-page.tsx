import { useState } from "react";
import { readThemeColours, type ThemeColours } from "../../platform/console/theme-colours.ts";
import { BrandMark } from "../../ui/layout/logo.tsx";
import { Badge } from "../kit/display/badge.tsx";
import { FactList } from "../kit/display/fact-list.tsx";
import { ReadOnlyNote } from "../kit/feedback/state-notes.tsx";
import { Panel, WithAside } from "../kit/layout/page-layout.tsx";
import type { Column } from "../kit/table/column.ts";
import { DataTable } from "../kit/table/data-table.tsx";
import { ConsolePage, useSession } from "../shell/index.ts";
import { contrastOf, contrastPairs } from "./contrast.ts";
import { brandMessages as messages } from "./messages.ts";
import * as brandCss from "./brand.module.css";

type JudgedPair = {
  readonly name: string;
  readonly least: number;
  readonly light: number;
  readonly dark: number;
};
const NAMES = [...new Set(contrastPairs.flatMap(({ front, back }) => [front, back]))];

const Ratio = ({ value, least }: { value: number; least: number }) => (
  <Badge tone={value >= least ? "ok" : "error"}>{value.toFixed(2)}</Badge>
);
const columns: readonly Column<JudgedPair>[] = [
  { id: "pair", label: messages.pair, cell: ({ name }) => name, isWide: true },
  { id: "least", label: messages.needed, cell: ({ least }) => least, isNumber: true, align: "end" },
  {
    id: "light",
    label: messages.themes.light,
    cell: ({ light, least }) => <Ratio value={light} least={least} />,
    align: "end",
  },
  {
    id: "dark",
    label: messages.themes.dark,
    cell: ({ dark, least }) => <Ratio value={dark} least={least} />,
    align: "end",
  },
];

const { tokens } = messages;
const colourName = (token: string): string => tokens[token] ?? token;

/** 品牌与主题: the brand file and both themes with their contrast, read-only. */
export function BrandPage() {
  const [{ light, dark }] = useState(() => readThemeColours(NAMES));
  const pairs = contrastPairs.map(({ front, back, least }): JudgedPair => ({
    name: `${colourName(front)} / ${colourName(back)}`,
    least,
    light: contrastOf(light[front] ?? "", light[back] ?? ""),
    dark: contrastOf(dark[front] ?? "", dark[back] ?? ""),
  }));
  const bad = pairs.filter(({ least, ...theme }) => Math.min(theme.light, theme.dark) < least).length;
  return (
    <ConsolePage title={messages.title}>
      <ReadOnlyNote reason={messages.readOnly} />
      <WithAside aside={<BrandFile />}>
        <Panel title={messages.sample}>
          <div className={brandCss.samples}>
            <Sample name={messages.themes.light} colours={light} />
            <Sample name={messages.themes.dark} colours={dark} />
          </div>
        </Panel>
        <Panel
          title={messages.contrast}
          hint={messages.contrastHint}
          actions={
            <Badge tone={bad === 0 ? "ok" : "error"}>
              {bad === 0 ? messages.allGood : messages.someBad(bad)}
            </Badge>
          }
          isFlush
        >
          <DataTable
            isInset
            label={messages.contrast}
            columns={columns}
            rows={pairs}
            rowId={({ name }) => name}
            rowName={({ name }) => name}
          />
        </Panel>
      </WithAside>
    </ConsolePage>
  );
}

/** Facts of the brand file, and the colours that it replaces. */
function BrandFile() {
  const { brand } = useSession();
  const colours = Object.entries(brand.theme);
  return (
    <>
      <Panel title={messages.file}>
        <FactList
          facts={[
            [
              messages.logo,
              <span key="logo" className={brandCss.logo}>
                <BrandMark logo={brand.logo} />
              </span>,
            ],
            [messages.name, brand.name],
            [messages.latin, brand.latin],
            [messages.copyright, brand.copyright === "" ? null : brand.copyright],
          ]}
        />
      </Panel>
      {colours.length === 0 ? (
        <Panel title={messages.colours}>{messages.coloursHint(0)}</Panel>
      ) : (
        <Panel title={messages.colours} hint={messages.coloursHint(colours.length)}>
          <FactList
            facts={colours.map(([name, colour]) => [
              name,
              <span key={name}>
                <span className={brandCss.swatch} style={{ background: colour }} />
                {colour}
              </span>,
            ])}
          />
        </Panel>
      )}
    </>
  );
}

/** Part of a shopper's page in the colours of one theme. */
const Sample = ({ name, colours }: { name: string; colours: ThemeColours }) => (
  <div className={brandCss.sample} style={{ background: colours["--c-bg"], color: colours["--c-text"] }}>
    {name}
    <div className={brandCss.card} style={{ background: colours["--c-surface"] }}>
      <span className={brandCss.tag} style={{ background: colours["--c-ok-soft"], color: colours["--c-ok"] }}>
        {messages.sampleTag}
      </span>
      <b>{messages.sampleTitle}</b>
      <span style={{ color: colours["--c-text-2"] }}>{messages.sampleText}</span>
      <span
        className={brandCss.press}
        style={{ background: colours["--c-primary"], color: colours["--c-on-primary"] }}
      >
        {messages.sampleButton}
      </span>
    </div>
  </div>
);
