import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { rightNames } from "#contract/console/content/right-names.ts";
import { showRightsMatrix } from "#contract/console/operators.ts";
import { operatorRightNames, type OperatorRight, type OperatorRole } from "#contract/console/rights.ts";
import { FactList } from "../kit/display/fact-list.tsx";
import { scopeWords } from "../kit/display/scope-words.ts";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { SelectInput } from "../kit/form/select-input.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { ConsolePage } from "../shell/index.ts";
import { loadRightsMatrix, type RightsMatrix } from "./api.ts";
import { operatorMessages as messages } from "./messages.ts";
import * as operatorsCss from "./operators.module.css";
import type { RightsArea } from "./rights-areas.ts";
import { RightsTable } from "./rights-table.tsx";

/** 权限矩阵: the table of roles and rights as the server applies it, and who has a right. */
export function RightsMatrixPage() {
  const query = useQuery({ queryKey: [showRightsMatrix.name], queryFn: loadRightsMatrix });
  return (
    <ConsolePage title={messages.matrixTitle} right="operator.read">
      <QueryState query={query} skeleton={<Panel title={messages.matrix} hint={messages.matrixHint} />}>
        {(matrix) => <Matrix matrix={matrix} />}
      </QueryState>
    </ConsolePage>
  );
}

type Chosen = { readonly role: OperatorRole; readonly area: RightsArea };

function Matrix({ matrix }: { matrix: RightsMatrix }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [right, setRight] = useState<OperatorRight | "">("");
  return (
    <>
      <Panel title={messages.matrix} hint={messages.matrixHint} isLined isFlush>
        <RightsTable matrix={matrix} right={right} chosen={chosen} onChoose={setChosen} />
      </Panel>
      <div className={operatorsCss.pair}>
        <RightSearch matrix={matrix} right={right} onChange={setRight} />
        {chosen !== null && <CellRights matrix={matrix} {...chosen} />}
      </div>
    </>
  );
}

/** Rights of a role in an area, by name, with the reach of each. */
function CellRights({ matrix, role, area }: Chosen & { matrix: RightsMatrix }) {
  const name = matrix.roles.find((each) => each.role === role)?.name ?? role;
  const rights = area.marks.flatMap(([, ...all]) => all);
  return (
    <Panel title={messages.rightsOf(name, messages.areas[area.id])}>
      <FactList
        facts={matrix.rights
          .filter((each) => rights.includes(each.right))
          .map(({ right, reaches }) => {
            const reach = reaches[role];
            return [rightNames[right], reach === undefined ? messages.none : messages.reach[reach]];
          })}
      />
    </Panel>
  );
}

const rightOptions = operatorRightNames.map((value) => ({ value, label: rightNames[value] }));

type RightSearchProps = {
  matrix: RightsMatrix;
  right: OperatorRight | "";
  onChange: (right: OperatorRight | "") => void;
};

/** 谁有此权限: operators with a grant that contains a right. */
function RightSearch({ matrix, right, onChange }: RightSearchProps) {
  const reaches = matrix.rights.find((each) => each.right === right)?.reaches;
  const holders = (matrix.holders ?? []).flatMap(({ operatorId, name, grants }) =>
    grants
      .filter(({ role }) => reaches?.[role] !== undefined)
      .map(({ grantId, role, scope }) => ({
        key: `${operatorId} ${grantId}`,
        name,
        words: `${matrix.roles.find((each) => each.role === role)?.name ?? role} · ${scopeWords(scope)}`,
      })),
  );
  return (
    <Panel title={messages.whoHas}>
      <div className={utilityCss.stack}>
        <SelectInput label={messages.chooseRight} options={rightOptions} value={right} onChange={onChange} />
        {right !== "" && matrix.holders === null && (
          <p className={utilityCss.secondary}>{messages.hiddenHolders}</p>
        )}
        {right !== "" && matrix.holders !== null && holders.length === 0 && (
          <p className={utilityCss.secondary}>{messages.nobody}</p>
        )}
        {right !== "" && holders.length > 0 && (
          <FactList facts={holders.map(({ name, words }) => [name, words])} />
        )}
      </div>
    </Panel>
  );
}
