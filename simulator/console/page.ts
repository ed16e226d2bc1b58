import type { Brand } from "#contract/core/brand.ts";
import { operatorRoleNames, operatorRoles, type OperatorRole } from "#contract/console/rights.ts";
import { escapeHtml } from "../html-escape.ts";

/** Work of each role, for the person who chooses one. */
const work: Readonly<Record<OperatorRole, string>> = {
  "hq-admin": "全部活动与商城，审批、发布、完整导出",
  "hq-staff": "编写全部活动，处理报名与线索",
  region: "本区域的活动与门店（演示数据：华东）",
  dealer: "一家门店的报名、线索与核销",
  moderator: "车友圈的举报与审核",
  service: "按号码查一位客户，处理个人信息请求",
  finance: "退款与对账",
  auditor: "操作日志、授权与系统状态，只读",
  sysadmin: "账号、授权、设置与系统状态",
};

/** Roles of the console, to log in as one of them. */
export const operatorRolesPage = ({ name }: Brand, css: string): string => `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>运营后台 - ${escapeHtml(name)}</title><style>${css}</style></head>
<body><main><a class="up" href="/lab">环境实验室</a><h1>运营后台</h1><p>选择一个角色，以它的演示账号登录运营后台。每个角色能看到的页面和数据不同。</p>
<section><ul>${operatorRoleNames
  .map(
    (role) =>
      `<li><span>${operatorRoles[role]}<small>${work[role]} · ${role}</small></span><form method="post" action="/lab/console?role=${role}"><button aria-label="以${operatorRoles[role]}登录">登录</button></form></li>`,
  )
  .join("")}</ul></section></main></body>
</html>
`;
