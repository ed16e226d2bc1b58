import type { ReactNode } from "react";
import type { Composition } from "#contract/compose/compose.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { composeMessages } from "../messages.ts";
import * as deskTableCss from "../../ui/layout/desk-table.module.css";
import * as foldsCss from "../folds.module.css";
import * as textCss from "../../ui/styles/text.module.css";

export type Version = Composition["versions"][number];
type VersionTableProps = {
  versions: readonly Version[];
  /** Button that loads a version, or its mark. */
  action: (version: Version) => ReactNode;
};

/** Saved versions as a table, in wide windows. */
export function VersionTable({ versions, action }: VersionTableProps) {
  const { columns } = composeMessages;
  return (
    <div className={foldsCss.wide}>
      <table className={deskTableCss.table} aria-label={composeMessages.versions}>
        <thead>
          <tr>
            <th scope="col">{columns.version}</th>
            <th scope="col">{columns.time}</th>
            <th scope="col">{columns.by}</th>
            <th scope="col">{columns.blocks}</th>
            <th scope="col">
              <span className={textCss.visuallyHidden}>{columns.action}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <tr key={version.version}>
              <th scope="row" className={textCss.medium}>
                {composeMessages.version(version.version)}
              </th>
              <td>{formatMoment(version.savedTime)}</td>
              <td dir="auto">{version.savedBy ?? composeMessages.beforeEditing}</td>
              <td className={textCss.numeric}>{version.blockCount}</td>
              <td className={foldsCss.action}>{action(version)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
