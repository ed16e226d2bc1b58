import type { Composition } from "#contract/compose/compose.ts";
import { Button } from "../../ui/form/button.tsx";
import { formatMoment } from "../../ui/display/format.ts";
import { ChevronDownIcon } from "../../ui/icons/common-icons.tsx";
import { composeMessages } from "../messages.ts";

type VersionListProps = { composition: Composition; onLoad: (version: number) => void };

/** Who saved what and when, with the way back to each. */
export const VersionList = ({ composition: { versions, version: current }, onLoad }: VersionListProps) =>
  versions.length === 0 ? null : (
    <details className="card p cps-fold cps-versions">
      <summary>
        <ChevronDownIcon size={20} />
        <span className="f1">{composeMessages.versions}</span>
      </summary>
      <ul>
        {versions.map(({ version, savedBy, savedTime, blockCount }) => (
          <li key={version}>
            <div className="f1">
              <p className="md">{composeMessages.version(version)}</p>
              <p className="cap c3">
                {savedBy === null
                  ? composeMessages.savedBefore(formatMoment(savedTime), blockCount)
                  : composeMessages.savedBy(formatMoment(savedTime), savedBy, blockCount)}
              </p>
            </div>
            {version === current ? (
              <span className="tag">{composeMessages.current}</span>
            ) : (
              <Button
                look="outline"
                size="small"
                aria-label={composeMessages.loadOf(composeMessages.version(version))}
                onClick={() => onLoad(version)}
              >
                {composeMessages.load}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
