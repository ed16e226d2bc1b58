import type { Composition } from "#contract/compose.ts";
import { Button } from "../ui/button.tsx";
import { formatMoment } from "../ui/format.ts";
import { ChevronDownIcon } from "../ui/icons.tsx";
import { words } from "./words.ts";

type VersionsProps = { composition: Composition; onLoad: (version: number) => void };

/** Who saved what and when, with the way back to each. */
export const Versions = ({ composition: { versions, version: current }, onLoad }: VersionsProps) =>
  versions.length === 0 ? null : (
    <details className="card p cps-fold cps-versions">
      <summary>
        <ChevronDownIcon size={20} />
        <span className="f1">{words.versions}</span>
      </summary>
      <ul>
        {versions.map(({ version, savedBy, savedTime, blockCount }) => (
          <li key={version}>
            <div className="f1">
              <p className="md">{words.version(version)}</p>
              <p className="cap c3">
                {savedBy === null
                  ? words.savedBefore(formatMoment(savedTime), blockCount)
                  : words.savedBy(formatMoment(savedTime), savedBy, blockCount)}
              </p>
            </div>
            {version === current ? (
              <span className="tag">{words.current}</span>
            ) : (
              <Button
                look="outline"
                size="small"
                aria-label={words.loadOf(words.version(version))}
                onClick={() => onLoad(version)}
              >
                {words.load}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
