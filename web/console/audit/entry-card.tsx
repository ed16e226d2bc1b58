import { Link } from "react-router";
import type { ListedAuditEntry } from "#contract/console/watch/audit.ts";
import { ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import { Badge } from "../kit/display/badge.tsx";
import { FactList } from "../kit/display/fact-list.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import * as auditCss from "./audit.module.css";
import { aboutWords, actorWords, contentWords, pageOf, versionsOf } from "./entry-words.ts";
import { auditPageMessages } from "./messages.ts";

const { entry: texts, doors } = auditPageMessages;

type EntryProps = {
  entry: ListedAuditEntry;
  /** Shows the entries about an id. */
  onFind: (id: string) => void;
};

/** Whether the host tells more than its door. */
const hasOwnHost = ({ door, host }: ListedAuditEntry): boolean =>
  door !== host && !["console", "command", "server"].includes(host);

/** Facts of an entry, and ways to its thing and to other entries. */
export function EntryFacts({ entry, onFind }: EntryProps) {
  const page = pageOf(entry);
  const versions = versionsOf(entry);
  const { aboutId, actorId, requestId } = entry;
  const milliseconds = String(entry.milliseconds).padStart(3, "0");
  return (
    <>
      <FactList
        facts={[
          [
            texts.time,
            <time key="" className={utilityCss.number} dateTime={entry.time}>
              {`${entry.time.slice(0, 10)} ${entry.time.slice(11, 19)}.${milliseconds}`}
            </time>,
          ],
          [
            texts.actor,
            <span key="" className={auditCss.pair}>
              {actorWords(entry)}
              {actorId !== null && <span className={auditCss.id}>{actorId}</span>}
            </span>,
          ],
          [texts.door, hasOwnHost(entry) ? `${doors[entry.door]} · ${entry.host}` : doors[entry.door]],
          [
            texts.about,
            <span key="" className={auditCss.pair}>
              {aboutWords(entry)}
              {entry.aboutTitle !== null && aboutId !== null && (
                <span className={auditCss.id}>{aboutId}</span>
              )}
            </span>,
          ],
          [texts.content, contentWords(entry)],
          [
            texts.request,
            requestId === null ? null : (
              <span key="" className={auditCss.id}>
                {requestId}
              </span>
            ),
          ],
          [
            texts.number,
            <span key="" className={auditCss.id}>
              {entry.auditId}
            </span>,
          ],
        ]}
      />
      <div className={auditCss.ways}>
        {page !== null && (
          <Link to={page} className={utilityCss.link}>
            {texts.open}
            <ChevronRightIcon size={16} />
          </Link>
        )}
        {versions !== null && (
          <Link to={versions} className={utilityCss.link}>
            {texts.versions}
            <ChevronRightIcon size={16} />
          </Link>
        )}
        {aboutId !== null && <FindButton label={texts.history} onPress={() => onFind(aboutId)} />}
        {actorId !== null && <FindButton label={texts.ofActor} onPress={() => onFind(actorId)} />}
        {requestId !== null && <FindButton label={texts.ofRequest} onPress={() => onFind(requestId)} />}
      </div>
    </>
  );
}

const FindButton = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <button type="button" className={utilityCss.link} onClick={onPress}>
    {label}
  </button>
);

/** The open entry beside the list. */
export const AuditEntryCard = ({
  entry,
  onFind,
}: { entry: ListedAuditEntry | null } & Pick<EntryProps, "onFind">) =>
  entry === null ? (
    <Panel>
      <div className={auditCss.none}>
        <b>{texts.none}</b>
        <span>{texts.noneText}</span>
      </div>
    </Panel>
  ) : (
    <Panel title={entry.actionName} actions={<Badge>{doors[entry.door]}</Badge>}>
      <EntryFacts entry={entry} onFind={onFind} />
    </Panel>
  );
