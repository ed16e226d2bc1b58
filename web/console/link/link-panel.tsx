import { Link } from "react-router";
import { useQuery } from "@tanstack/react-query";
import type { ListedStaffLink, StaffLinkDetail } from "#contract/console/basics/links.ts";
import { formatShort, formatWithYear } from "#contract/core/date-text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { FactList } from "../kit/display/fact-list.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { SidePanel } from "../kit/overlay/side-panel.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { useMay } from "../shell/index.ts";
import { linkKeys, loadLink } from "./api.ts";
import { LinkBadge, linkMaker, linkSubject } from "./link-words.tsx";
import type { LinkTemplate } from "./make-dialog.tsx";
import { RevokeLinks } from "./revoke-links.tsx";
import * as linkCss from "./link.module.css";
import { linkPageMessages as texts } from "./messages.ts";

const { panel: labels } = texts;

const LinkFacts = ({ link }: { link: ListedStaffLink }) => (
  <FactList
    facts={[
      [
        labels.activity,
        link.activityId === null ? null : (
          <Link key="activity" className={utilityCss.link} to={`/activities/${link.activityId}`}>
            {linkSubject(link)}
          </Link>
        ),
      ],
      [
        labels.dealer,
        link.kind === "check-in" || link.kind === "leads" ? (link.dealerName ?? texts.wholeActivity) : null,
      ],
      [labels.session, link.sessionTime && formatShort(link.sessionTime)],
      [labels.used, link.lastUsedTime === null ? texts.neverUsed : formatShort(link.lastUsedTime)],
      [labels.expires, formatWithYear(link.expiresTime)],
      [labels.revoked, link.revokedTime && formatShort(link.revokedTime)],
      [labels.maker, linkMaker(link)],
      [labels.created, formatShort(link.createdTime)],
      [
        labels.linkId,
        <span key="id" className={utilityCss.number}>
          {link.linkId}
        </span>,
      ],
    ]}
  />
);

const LinkActs = ({ acts }: Pick<StaffLinkDetail, "acts">) => (
  <section>
    <h3>{labels.acts}</h3>
    {acts.length === 0 ? (
      <p className={utilityCss.secondary}>{labels.noActs}</p>
    ) : (
      <ul className={linkCss.acts}>
        {acts.map(({ action, count, lastTime }) => (
          <li key={action}>
            <span>{texts.acts[action] ?? action}</span>
            <small className={utilityCss.number}>{labels.actCount(count, formatShort(lastTime))}</small>
          </li>
        ))}
      </ul>
    )}
  </section>
);

type LinkPanelProps = { linkId: string; onAgain: (template: LinkTemplate) => void; onClose: () => void };
/** One link: its limits, its use, and what was done by it. */
export function LinkPanel({ linkId, onAgain, onClose }: LinkPanelProps) {
  const canMake = useMay("link.make");
  const query = useQuery({ queryKey: linkKeys.link(linkId), queryFn: () => loadLink(linkId) });
  const link = query.data?.link;
  return (
    <SidePanel
      title={link ? texts.kinds[link.kind] : texts.title}
      {...(link && { subtitle: linkSubject(link), badge: <LinkBadge {...link} /> })}
      {...(canMake &&
        link && {
          footer: (
            <>
              <ConsoleButton
                isWide
                onClick={() =>
                  onAgain({
                    kind: link.kind,
                    activity:
                      link.activityId === null ? null : { id: link.activityId, label: linkSubject(link) },
                    dealerId: link.dealerId,
                  })
                }
              >
                {labels.again}
              </ConsoleButton>
              {link.state === "valid" && (
                <RevokeLinks selection={{ ids: [linkId] }} count={1} isInUse={link.isInUse} />
              )}
            </>
          ),
        })}
      onClose={onClose}
    >
      <QueryState
        query={query}
        skeleton={<TableSkeleton columns={[]} />}
        right="link.read"
        thing={{ noun: texts.noun, list: "/links" }}
      >
        {({ link: shown, acts }) => (
          <>
            <LinkFacts link={shown} />
            <LinkActs acts={acts} />
          </>
        )}
      </QueryState>
    </SidePanel>
  );
}
