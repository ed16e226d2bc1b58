import type { OperatorRight, OperatorRole } from "#contract/console/rights.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import type { RightsMatrix } from "./api.ts";
import { operatorMessages as messages } from "./messages.ts";
import { marksOf, rightsAreas, type RightMark, type RightsArea } from "./rights-areas.ts";
import * as operatorsCss from "./operators.module.css";

type Chosen = { readonly role: OperatorRole; readonly area: RightsArea };
type RightsTableProps = {
  matrix: RightsMatrix;
  /** Right whose letters are marked; "": none. */
  right: OperatorRight | "";
  chosen: Chosen | null;
  onChoose: (chosen: Chosen) => void;
};

/** Table role × area; a press on a cell names its rights. */
export function RightsTable({ matrix, right, chosen, onChoose }: RightsTableProps) {
  const reaches = new Map(matrix.rights.map((each) => [each.right, each.reaches]));
  const holders = (role: OperatorRole): number | null =>
    matrix.holders?.filter(({ grants }) => grants.some((grant) => grant.role === role)).length ?? null;
  return (
    <>
      <div className={operatorsCss.scroller}>
        <table className={operatorsCss.matrix}>
          <thead>
            <tr>
              <th scope="col">{messages.roleAndCount}</th>
              {rightsAreas.map(({ id }) => (
                <th key={id} scope="col">
                  {messages.areas[id]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.roles.map(({ role, name }) => (
              <tr key={role}>
                <th scope="row">
                  {name} <span className={operatorsCss.count}>{holders(role)}</span>
                </th>
                {rightsAreas.map((area) => (
                  <td key={area.id}>
                    <button
                      type="button"
                      className={operatorsCss.cell}
                      aria-pressed={chosen?.role === role && chosen.area.id === area.id}
                      onClick={() => onChoose({ role, area })}
                    >
                      <CellMarks held={marksOf(reaches, role, area)} marked={markOf(area, right)} />
                    </button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Legend />
    </>
  );
}

const markOf = ({ marks }: RightsArea, right: OperatorRight | ""): RightMark | null =>
  marks.find(([, ...rights]) => right !== "" && rights.includes(right))?.[0] ?? null;

/** Letters of a cell: 单 r w where only single persons are found, 计数 where only counts are. */
function CellMarks({ held, marked }: { held: ReturnType<typeof marksOf>; marked: RightMark | null }) {
  if (held.length === 0) return <span className={operatorsCss.none}>{messages.none}</span>;
  return (["list", "one", "counts"] as const).map((reach) => {
    const marks = held.filter((each) => each.reach === reach);
    if (marks.length === 0) return null;
    return (
      <span key={reach}>
        {reach === "one" && `${messages.one} `}
        {reach === "counts" && `${messages.counts} `}
        {marks.map(({ mark }) => (
          <span
            key={mark}
            className={classNames(mark === marked && operatorsCss.marked)}
            title={messages.marks[mark]}
          >
            {mark}
          </span>
        ))}
      </span>
    );
  });
}

const Legend = () => (
  <p className={operatorsCss.legend}>
    {Object.entries(messages.marks).map(([mark, words]) => (
      <span key={mark}>
        <b>{mark}</b>
        {words}
      </span>
    ))}
    <span>
      <b>{messages.one}</b>
      {messages.legendOne}
    </span>
    <span>
      <b>{messages.counts}</b>
      {messages.legendCounts}
    </span>
  </p>
);
