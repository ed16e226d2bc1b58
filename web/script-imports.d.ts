/** Written by the client's build (vite.config.ts). */
declare module "virtual:script-imports" {
  import type { ScriptImports } from "./platform/page-load/script-order.ts";

  const imports: ScriptImports;
  export default imports;
}
