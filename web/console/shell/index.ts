/** The shell's only door: what the areas of the console use of it. */
export { sendOperatorCall as send } from "../../platform/console/operator-calls.ts";
export { uploadPictureFile } from "./upload-picture.ts";
export { ConsolePage } from "./console-page.tsx";
export { ConsoleErrorPage, UnknownPage } from "./error-page.tsx";
export { createQueryClient } from "./query-client.ts";
export { useMay, useSession } from "./session-context.tsx";
export { ExportButton, ListExport } from "./export/export-button.tsx";
export { saveExport } from "./export/save-export.ts";
export { JobNote } from "./job-note.tsx";
export { activityLookup, cityLookup, dealerLookup } from "./search/lookup-filters.ts";
export type { SearchSource } from "./search/search-source.ts";
export { ShellLayout, StartPage } from "./shell-layout.tsx";
export { useShownPaths } from "./shown-items.ts";
export { useShortcuts } from "./shortcuts.ts";
export { useAddressDialog } from "./use-address-dialog.ts";
export { useCities } from "./use-cities.ts";
export { useFormDraft } from "./use-form-draft.ts";
export { useSavedViews } from "./use-saved-views.ts";
