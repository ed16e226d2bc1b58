/** Texts of the app's own pages: errors and missing pages. */
export const appMessages = {
  notFound: {
    title: "这条路走到尽头了",
    text: "页面不存在，或活动已经下线",
    back: "返回上一页",
    home: "去首页看看",
    list: "看看其他活动",
  },
  /** Shown by app/boot.js when the script fails to load. */
  scriptFailed: "页面没有加载完整，部分功能暂时不可用。请检查网络后刷新。",
  /** Shown when a sheet's script fails to load. */
  notLoaded: "网络不可用，请检查网络后重试",
  /** Shown while a requested sheet is loading. */
  opening: "正在打开…",
  failed: {
    reload: "重新加载",
    home: "去首页看看",
    /** For support: the request's id is in the server's log. */
    request: (id: string) => `请求编号 ${id}`,
  },
} as const;
