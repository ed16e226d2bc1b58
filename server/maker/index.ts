import type { FastifyInstance } from "fastify";
import type { AppContext } from "../core/app-context.ts";
import type { MakerPorts } from "./ports.ts";
import { createMakerReports, type Maker } from "./reports.ts";
import { makerRoutes } from "./routes.ts";

export type { Maker } from "./reports.ts";
export { RecordsFileError, readRecordsFile } from "./records-file.ts";

/** Registers the signed calls of the maker's systems (docs/maker-systems.md), if they have a secret. */
export function createMaker(context: AppContext, app: FastifyInstance, ports: MakerPorts): Maker {
  const reports = createMakerReports(context, ports);
  makerRoutes(context, app, context.config.makerSystems?.secrets ?? [], reports);
  return reports;
}
