import { pictureUrl } from "../../../platform/picture/picture-url.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { MallCaseDetail } from "#contract/console/mall/after-sales.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { FactList } from "../../kit/display/fact-list.tsx";
import { Timeline } from "../../kit/display/timeline.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { SidePanel } from "../../kit/overlay/side-panel.tsx";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { yuanSign } from "../money.ts";
import { loadCase, refundKeys } from "./api.ts";
import { CaseActs } from "./case-acts.tsx";
import { CaseBadge } from "./refund-columns.tsx";
import * as refundsCss from "./refunds.module.css";
import { refundPageMessages } from "./messages.ts";

const { case: texts, caseKinds, caseStates, reasons } = refundPageMessages;

/** Facts, goods, pictures and history of a case. */
function CaseContent({ detail }: { detail: MallCaseDetail }) {
  const { found, units, pictureUrls, parcel } = detail;
  return (
    <>
      <FactList
        facts={[
          [
            texts.order,
            <Link key="order" to={`/orders/${found.orderId}`} className={utilityCss.link}>
              {found.orderNo}
            </Link>,
          ],
          [texts.kind, caseKinds[found.kind]],
          [texts.reason, reasons[found.reason]],
          [texts.fault, detail.isOurFault ? texts.ours : texts.theirs],
          [
            texts.text,
            detail.text === "" ? null : (
              <span key="text" data-private>
                {detail.text}
              </span>
            ),
          ],
          [texts.amount, yuanSign(found.refundFen)],
          [texts.freight, detail.freightFen === 0 ? null : yuanSign(detail.freightFen)],
          [texts.parcel, parcel && `${parcel.carrierName} ${parcel.trackingNo}`],
          [texts.due, found.dueTime && formatDateTime(found.dueTime)],
          [texts.declined, detail.decidedReason === "" ? null : detail.decidedReason],
        ]}
      />
      <section>
        <h3>{texts.units}</h3>
        <FactList
          facts={units.map((unit) => [
            texts.unit([unit.title, ...unit.optionValues].join(" "), unit.qty),
            [
              yuanSign(unit.refundFen),
              unit.isShipped ? null : texts.unsent,
              unit.receivedQty > 0 ? texts.inspected(unit.receivedQty, unit.goodQty) : null,
            ]
              .filter((part) => part !== null)
              .join(" · "),
          ])}
        />
      </section>
      {pictureUrls.length > 0 && (
        <section>
          <h3>{texts.pictures(pictureUrls.length)}</h3>
          <div className={refundsCss.pictures} data-private>
            {pictureUrls.map((url, at) => (
              <a key={url} href={url} target="_blank" rel="noreferrer">
                <img
                  src={pictureUrl(url, { width: 192, height: 192 })}
                  alt={texts.picture(at + 1)}
                  loading="lazy"
                />
              </a>
            ))}
          </div>
        </section>
      )}
      <section>
        <h3>{texts.history}</h3>
        <Timeline
          entries={detail.events.map(({ state, time }, at) => ({
            key: `${time} ${at}`,
            title: caseStates[state],
            time,
          }))}
        />
      </section>
    </>
  );
}

/** One case of after-sales with the acts of its state. */
export function CasePanel({ caseNo, onClose }: { caseNo: string; onClose: () => void }) {
  const client = useQueryClient();
  const query = useQuery({ queryKey: refundKeys.case(caseNo), queryFn: () => loadCase(caseNo) });
  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: refundKeys.case(caseNo) });
    for (const name of [refundKeys.cases, refundKeys.refunds, refundKeys.counts])
      void client.invalidateQueries({ queryKey: [name] });
  };
  const found = query.data?.found;
  return (
    <SidePanel
      title={found?.title ?? texts.noun}
      subtitle={<span className={utilityCss.number}>{caseNo}</span>}
      badge={found && <CaseBadge found={found} hasDot />}
      footer={query.data && <CaseActs key={caseNo} detail={query.data} onChanged={refresh} />}
      onClose={onClose}
    >
      <QueryState
        query={query}
        skeleton={<TableSkeleton columns={[]} />}
        thing={{ noun: texts.noun, list: "/after-sales" }}
      >
        {(detail) => <CaseContent detail={detail} />}
      </QueryState>
    </SidePanel>
  );
}
