import type { AuditDoor } from "#contract/console/watch/audit.ts";
import type { LineFault } from "#contract/console/watch/audit-seal.ts";

const faultWords: Readonly<Record<LineFault["kind"], (line: number) => string>> = {
  altered: (line) => `第 ${line} 行被改动`,
  missing: (line) => `第 ${line} 行缺失`,
  added: (line) => `第 ${line} 行是多出的`,
  moved: (line) => `第 ${line} 行被移动`,
  unreadable: (line) => `第 ${line} 行无法读取`,
};

/** Texts of 操作日志. */
export const auditPageMessages = {
  title: "操作日志",
  list: "操作日志列表",
  note: "查看本页也会记录一行",
  empty: { title: "还没有操作记录", text: "操作员、命令和员工链接做过的事会逐行出现在这里" },
  columns: {
    time: "时间",
    actor: "操作员",
    door: "入口",
    action: "动作",
    about: "对象",
    content: "内容",
  },
  filters: {
    days: "时间",
    operator: "操作员",
    action: "动作",
    door: "入口",
    find: "对象、人员或请求编号",
    findHint: "对象、人员或请求编号",
  },
  doors: {
    console: "后台",
    command: "命令",
    staff: "员工链接",
    shopper: "客户页面",
    server: "系统",
  } satisfies Record<AuditDoor, string>,
  actors: { user: "用户", staff: "员工链接", operator: "操作员", system: "系统" } as Readonly<
    Record<string, string>
  >,
  commandActor: "命令行",
  noContent: "—",
  entry: {
    none: "选择一行查看详情",
    noneText: "用 j、k 上下移动，Enter 打开",
    time: "时间",
    actor: "操作员",
    door: "入口",
    about: "对象",
    content: "内容",
    request: "请求",
    number: "编号",
    open: "打开对象",
    versions: "查看版本",
    history: "它的历史",
    ofActor: "此人的操作",
    ofRequest: "同一请求",
  },
  seals: {
    title: "每日封存",
    unbroken: (days: number) => `连续 ${days} 天`,
    text: "每行按序计入摘要并含前一日；改动会断开。每天 02:00 封存前一天，更晚写入的行计入次日。",
    none: "还没有封存。第一天结束后的 02:00 会生成。",
    lines: (short: string, count: number) => `${short} · ${count.toLocaleString("zh-CN")} 行`,
    download: (day: string) => `下载 ${day} 的封存`,
    fileName: (day: string) => `操作日志-${day}.jsonl`,
    check: "校验最近几天",
    checkAgain: "重新校验",
    checkFile: "校验下载的封存",
    more: "更早",
    intact: "未被改动",
    unchained: "封存与前一日不相接",
    expired: "已过保存期",
    faults: (count: number) => `${count} 处不符`,
    fault: ({ kind, line }: Pick<LineFault, "kind" | "line">) => faultWords[kind](line),
    moreFaults: (count: number) => `另有 ${count} 处`,
    changed: "发现改动：保留现有数据库和下载的封存，联系系统管理员核对备份。",
    ofDay: (day: string) => `${day}`,
    fileNone: "这不是操作日志的封存文件",
    fileIntact: (day: string, lines: number) =>
      `${day} 的封存未被改动，共 ${lines.toLocaleString("zh-CN")} 行`,
    fileChanged: (day: string) => `${day} 的文件与封存不符`,
    fileUnknown: (day: string) => `${day} 的文件自身完整，但服务器没有这一天的封存`,
    fileOther: (day: string) => `${day} 的文件自身完整，但封存与服务器上的不同：其中一份被改动`,
  },
} as const;
