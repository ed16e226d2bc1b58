import { activityIds, type FlowNodes, type ErrorScene } from "./installation.ts";

/** Mobile number of the person who fills in the form. */
export const formMobile = "13900000001";
export const SIGN_UP = "/mall-api/cop-marketing-activity/api/v1/activity/page/signup/";

const owner = { kind: "owner" as const, nodeKey: "owner", name: "认证车主" };
export const invitedNode = {
  kind: "field" as const,
  nodeKey: "invited",
  name: "内测邀请",
  field: "invited",
  oneOf: ["1"],
};
const level = { kind: "field" as const, nodeKey: "level", name: "会员等级", field: "level", atLeast: 3 };
const remark = "第二批报名 11 月 28 日开放，本场仅限上海车主";
export const lessonNode = {
  kind: "step" as const,
  nodeKey: "lesson",
  name: "夜路安全课",
  activityId: activityIds.task,
};
const later = {
  kind: "window" as const,
  nodeKey: "later",
  name: "第二批",
  from: "2999-01-01T00:00:00+08:00",
  remark,
};

type Cause = {
  readonly row: string;
  readonly cause: string;
  readonly text: string;
  /** Causes the error while the person has the form open. */
  readonly begin: (scene: ErrorScene) => Promise<unknown>;
  readonly end?: (scene: ErrorScene) => Promise<unknown>;
};
/** Makes a table unavailable for a while. */
const lostTable = (table: string, nodes: FlowNodes = []): Pick<Cause, "begin" | "end"> => ({
  begin: async ({ publish, execute }) => {
    await publish(nodes);
    await execute(`alter table ${table} rename to lost_table`);
  },
  end: ({ execute }) => execute(`alter table lost_table rename to ${table}`),
});
const replaceKey = ({ app }: ErrorScene, appKey: string) => {
  (app.context.config as { appKey: string }).appKey = appKey;
  return Promise.resolve();
};
let appKey = "";
const answer =
  (reply: { status: number; body: string; contentType?: string }) =>
  ({ page }: ErrorScene) =>
    page.route(`**${SIGN_UP}*`, (route) => route.fulfill({ contentType: "application/json", ...reply }));
const restoreAnswers = { end: ({ page }: ErrorScene) => page.unroute(`**${SIGN_UP}*`) };
const gatewayAnswer = (status: number, message: string) =>
  answer({ status, body: JSON.stringify({ code: String(status), message, data: null }) });
const long = `${"活".repeat(59)}😀${"动".repeat(40)}`;

export const attemptCases: readonly Cause[] = [
  {
    row: "V05 406",
    cause: "the key that calls are signed with has been replaced",
    text: "您没有权限进行该操作",
    begin: (scene) => {
      appKey = scene.app.context.config.appKey;
      return replaceKey(scene, "another-app-key");
    },
    end: (scene) => replaceKey(scene, appKey),
  },
  {
    row: "V06 500",
    cause: "the database has lost a table",
    text: "服务异常，请稍后重试",
    ...lostTable("signup"),
  },
  {
    row: "V07 W07 612",
    cause: "invited people only",
    text: "无权限",
    begin: ({ publish }) => publish([invitedNode]),
  },
  {
    row: "V08 N05 633 with a remark",
    cause: "not yet",
    text: remark,
    begin: ({ publish }) => publish([later]),
  },
  {
    row: "V09 404, the server's words",
    cause: "the activity was taken down",
    text: "活动不存在或已下线",
    begin: ({ setPublished }) => setPublished(activityIds.form, false),
    end: ({ setPublished }) => setPublished(activityIds.form, true),
  },
  {
    row: "V12 603",
    cause: "the process's definition is gone",
    text: "查询异常",
    begin: async ({ publish, execute }) => {
      await publish([owner]);
      await execute("delete from flow_definition where process_key = 'P1'");
    },
  },
  {
    row: "V13 604",
    cause: "a definition that this release cannot read",
    text: "查询异常",
    begin: async ({ publish, execute }) => {
      await publish([owner]);
      await execute(
        `update flow_definition set definition = '{"nodes": [{"kind": "horoscope"}]}' where process_key = 'P1'`,
      );
    },
  },
  {
    row: "V14 605",
    cause: "what is known of people cannot be read",
    text: "查询异常",
    ...lostTable("person_field", [invitedNode]),
  },
  {
    row: "V17 608",
    cause: "a level that is no number",
    text: "执行异常",
    begin: async ({ app, publish }) => {
      await app.modules.flow.setField({ mobile: formMobile, field: "level", value: "金卡" });
      await publish([level]);
    },
  },
  {
    row: "V18 609",
    cause: "a process that is switched off",
    text: "流程未启用",
    begin: ({ publish }) => publish([owner], false),
  },
  {
    row: "V19 610",
    cause: "the task to do first was taken down",
    text: "任务异常",
    begin: async ({ publish, setPublished }) => {
      await publish([lessonNode]);
      await setPublished(activityIds.task, false);
    },
    end: ({ setPublished }) => setPublished(activityIds.task, true),
  },
  {
    row: "V20 W08 L05 613",
    cause: "owners only",
    text: "抱歉，你当前没有活动资格~",
    begin: ({ publish }) => publish([owner]),
  },
  {
    row: "V21 700",
    cause: "processes cannot be read at all",
    text: "系统异常",
    ...lostTable("flow_definition", [owner]),
  },
];
/** Responses that do not come from the product. */
export const outageCases: readonly Cause[] = [
  {
    row: "V06 500 with words",
    cause: "a gateway's",
    text: "门店系统正在盘点",
    begin: gatewayAnswer(500, "门店系统正在盘点"),
    ...restoreAnswers,
  },
  {
    row: "V09 other with words",
    cause: "a gateway's",
    text: "我是一只茶壶",
    begin: gatewayAnswer(418, "我是一只茶壶"),
    ...restoreAnswers,
  },
  {
    row: "V09 V29 other without",
    cause: "a proxy's page",
    text: "发生异常错误，请稍后重试",
    begin: answer({ status: 502, body: "<html><h1>502 Bad Gateway</h1></html>", contentType: "text/html" }),
    ...restoreAnswers,
  },
  {
    row: "V29 T04 no JSON with 200",
    cause: "a hotel's log-in page",
    text: "发生异常错误，请稍后重试",
    begin: answer({ status: 200, body: "<html>welcome</html>", contentType: "text/html" }),
    ...restoreAnswers,
  },
  {
    row: "V10 a message with timeout",
    cause: "a gateway's",
    text: "活动太火爆了，请稍后再试",
    begin: gatewayAnswer(504, "upstream Timeout after 3s"),
    ...restoreAnswers,
  },
  {
    row: "V27 markup",
    cause: "a broken gateway's",
    text: "发生异常错误，请稍后重试",
    begin: gatewayAnswer(418, `<img src="/none.png" onerror="document.title='hacked'">`),
    ...restoreAnswers,
  },
  {
    row: "V27 as text",
    cause: "a gateway's",
    text: `1 < 2 & "3" &lt;b&gt;`,
    begin: gatewayAnswer(418, `1 < 2 & "3" &lt;b&gt;`),
    ...restoreAnswers,
  },
  {
    row: "V27 at most 60 characters",
    cause: "a talkative gateway's",
    text: `${"活".repeat(59)}😀`,
    begin: gatewayAnswer(418, long),
    ...restoreAnswers,
  },
];

type PageCase = {
  readonly row: string;
  readonly cause: string;
  readonly text: string;
  readonly query: string;
  readonly nodes?: FlowNodes;
};
/** Messages of a page that is opened with this cause. */
export const pageCases: readonly PageCase[] = [
  { row: "V11 601", cause: "an address with a node that is none", query: "?nodeKey=9", text: "参数校验失败" },
  { row: "V12 603", cause: "an address with an unknown process", query: "?processKey=P9", text: "查询异常" },
  { row: "V15 606", cause: "an address with an unknown node", query: "?nodeKey=lottery", text: "执行异常" },
  {
    row: "V16 607",
    cause: "an address with another activity's process",
    query: "?processKey=P2",
    text: "执行异常",
  },
  {
    row: "V07 W07 612 as a task",
    cause: "invited people only",
    query: "",
    nodes: [invitedNode],
    text: "无权限参与",
  },
  {
    row: "V20 W08 613",
    cause: "owners only",
    query: "",
    nodes: [owner],
    text: "抱歉，你当前没有活动资格~ 仅限认证车主参加",
  },
];
