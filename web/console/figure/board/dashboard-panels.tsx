import { useMemo } from "react";
import { Link } from "react-router";
import { businessTypes } from "#contract/activity/labels.ts";
import { funnelStepNames } from "#contract/console/figure-terms.ts";
import type { ConsoleFunnel, FigureGroups } from "#contract/console/figures.ts";
import { ChevronRightIcon } from "../../../ui/icons/common-icons.tsx";
import { ChartPanel } from "../../kit/chart/chart-panel.tsx";
import { groupDigits, type ChartSpec } from "../../kit/chart/chart-spec.ts";
import { ShareBar } from "../../kit/display/badge.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { Panel } from "../../kit/layout/page-layout.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { UNKNOWN } from "../figure-query.ts";
import { fullText } from "../figure-text.ts";
import * as figureCss from "../figure.module.css";
import * as panelCss from "./panels.module.css";
import { FunnelTable, stepRows, worstDrop } from "../funnel-table.tsx";
import { figurePageMessages as texts } from "../messages.ts";

/** Funnel of all that the filters leave, with the step that lost most to the period before. */
export function FunnelPanel({ funnel, versus }: { funnel: ConsoleFunnel; versus: string }) {
  const [row] = funnel.rows;
  if (row === undefined) return <Panel title={texts.funnel}>{texts.nothing}</Panel>;
  const drop = worstDrop(stepRows(row.people, row.previous));
  return (
    <Panel title={texts.funnel} actions={<span className={figureCss.hint}>{texts.funnelHint}</span>}>
      <FunnelTable people={row.people} previous={null} />
      {drop !== null && (
        <NoteBar tone="warn">
          {texts.drop(funnelStepNames[drop.from], funnelStepNames[drop.to], String(drop.points), versus)}
        </NoteBar>
      )}
      {funnel.isChecking && <NoteBar tone="warn">{texts.checking}</NoteBar>}
    </Panel>
  );
}

/** Sign-ups and arrivals of the four business types; a press on one narrows the board to it. */
export function BusinessPanel({ groups, onType }: { groups: FigureGroups; onType: (type: string) => void }) {
  const spec = useMemo((): ChartSpec => {
    const types = Object.entries(businessTypes).map(([type, name]) => ({
      name,
      values: groups.rows.find(({ group }) => group === type)?.values,
    }));
    return {
      label: texts.businessTypes,
      kind: "bar",
      categories: types.map(({ name }) => ({ label: name, name })),
      series: [
        {
          id: "signUps",
          name: texts.liveNames.signUps,
          look: "main",
          values: types.map(({ values }) => values?.signUps?.value ?? 0),
        },
        {
          id: "arrivals",
          name: texts.liveNames.arrivals,
          look: "second",
          values: types.map(({ values }) => values?.arrivals?.value ?? 0),
        },
      ],
    };
  }, [groups]);
  return (
    <ChartPanel
      title={texts.businessTypes}
      head={texts.businessType}
      spec={spec}
      onPick={(index) => {
        const type = Object.keys(businessTypes)[index];
        if (type !== undefined) onType(type);
      }}
    />
  );
}

type RankingPanelProps = {
  groups: FigureGroups;
  /** Address of all dealers; null: the operator may not see them. */
  allLink: string | null;
  onDealer: (dealerId: string) => void;
};

/** Dealers with the most arrivals; a press on one narrows the board to it. */
export function RankingPanel({ groups, allLink, onDealer }: RankingPanelProps) {
  const rows = groups.rows.filter(({ values }) => (values.arrivals?.value ?? 0) > 0);
  const most = rows[0]?.values.arrivals?.value ?? 0;
  const { rest } = groups;
  return (
    <section className={`${utilityCss.panel} ${panelCss.ranking}`}>
      <div className={panelCss.rankingHead}>
        <h2 className={utilityCss.title}>{texts.ranking}</h2>
        <span className={figureCss.hint}>{texts.rankingHint}</span>
      </div>
      {rows.length === 0 && <p className={figureCss.none}>{texts.noRanking}</p>}
      <ol>
        {rows.map(({ group, name, values }, index) => (
          <li key={group}>
            <span className={panelCss.rank}>{index + 1}</span>
            <button
              type="button"
              className={panelCss.rankName}
              onClick={() => onDealer(group === "" ? UNKNOWN : group)}
            >
              {name ?? (group === "" ? texts.noDealer : group)}
            </button>
            <ShareBar label={name ?? texts.noDealer} value={values.arrivals?.value ?? 0} max={most} />
            <span className={figureCss.number}>{fullText("arrivals", values.arrivals?.value)}</span>
            <span className={`${figureCss.number} ${utilityCss.secondary}`}>
              {fullText("arrivalRate", values.arrivalRate?.value)}
            </span>
          </li>
        ))}
      </ol>
      <div className={panelCss.rankingFoot}>
        <span>
          {rest.groups > 0 && texts.restOf(rest.groups, groupDigits(rest.values.arrivals?.value ?? 0))}
        </span>
        {allLink !== null && (
          <Link to={allLink} className={utilityCss.link}>
            {texts.allDealers}
            <ChevronRightIcon size={16} />
          </Link>
        )}
      </div>
    </section>
  );
}
