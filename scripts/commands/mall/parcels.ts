import { readFileSync } from "node:fs";
import { commandLineActor } from "../../../server/database/shared-tables/audit-log.ts";
import { RecordsFileError, readRecordsFile, type FileRecord } from "../../../server/maker/records-file.ts";
import {
  correctByOperator,
  shipByOperator,
  shipFault,
  shipFile,
} from "../../../server/order/shipment/operator.ts";
import {
  MAX_PARCELS,
  parcelColumns,
  readParcel,
  rowFaultText,
} from "../../../server/order/shipment/parcel-file.ts";
import type { InstallationConfig } from "../cli-database.ts";
import { fail, isOrderNo, now, type MallCommand, type RunCommand } from "./mall-command.ts";

const contextOf = ({ express }: InstallationConfig) => ({
  by: commandLineActor,
  now: now(),
  isTracked: express !== null,
});

function readFile(file: string): FileRecord[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return fail(`${file} cannot be read`);
  }
  try {
    const records = readRecordsFile(text.replace(/^\uFEFF/, ""), parcelColumns);
    return records.length > MAX_PARCELS ? fail(`${file} has more than ${MAX_PARCELS} rows`) : records;
  } catch (error) {
    if (!(error instanceof RecordsFileError)) throw error;
    return fail(`${file}: ${error.message}`);
  }
}

/** Sends the parcels of a file; each faulty row is printed with its line. */
const shipAll =
  (file: string): RunCommand =>
  async (db, config) => {
    const results = await shipFile(db, readFile(file), contextOf(config));
    const faults = results.flatMap(({ line, result }) =>
      typeof result === "string" ? [] : [`line ${line}: ${result.fault}`],
    );
    const count = (wanted: "done" | "again") => results.filter(({ result }) => result === wanted).length;
    const summary = `${count("done")} sent, ${count("again")} sent before, ${faults.length} faults`;
    const text = [...faults, summary].join("\n");
    return faults.length > 0 ? fail(text) : text;
  };

const ship: MallCommand = ({ words: [orderNo, ...rest], options: { file, carrier, number, units } }) => {
  if (orderNo === undefined && file !== undefined) return shipAll(file);
  if (!isOrderNo(orderNo) || rest.length > 0 || !carrier || !number) return null;
  return async (db, config) => {
    const parcel = await readParcel(db, {
      order_no: orderNo,
      carrier,
      tracking_no: number,
      units: units ?? "",
    });
    if ("fault" in parcel) return fail(rowFaultText(parcel));
    const result = await shipByOperator(db, parcel, contextOf(config));
    const fault = shipFault(result);
    return fault === null && "shipmentId" in result
      ? `${result.outcome}  ${result.shipmentId}`
      : fail(fault ?? "");
  };
};

const reasons = {
  noShipment: "there is no such parcel",
  noCarrier: "unknown carrier",
  badNumber: "a tracking number has 6 to 32 letters, digits and hyphens",
  corrected: "this parcel was corrected before",
  taken: "another parcel of the order has this number",
  state: "the order is not on its way any more",
} as const;
const correct: MallCommand = ({ words: [shipmentId, ...rest], options: { carrier, number } }) => {
  if (!/^\d{1,19}$/.test(shipmentId ?? "") || rest.length > 0 || !carrier || !number) return null;
  return async (db, config) => {
    const correction = { shipmentId: shipmentId ?? "", carrier, trackingNo: number };
    const outcome = await correctByOperator(db, correction, contextOf(config));
    return outcome === "done" || outcome === "again" ? outcome : fail(reasons[outcome]);
  };
};

/** Commands of parcels. */
export const parcelCommands = { ship, correct } as const;
