/** Texts of the button that opens the maker's app. */
export const openInAppMessages = {
  openInApp: (name: string) => `在${name} App 中打开`,
  appNotOpened: (name: string) => `没能打开 App，请先安装${name} App`,
} as const;
