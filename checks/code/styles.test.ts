import { expect, test } from "vitest";
import { styles } from "./styles.ts";
import { findingsIn } from "../test-findings.ts";

test("finds classes that do not exist, are not used, are global, or are named as text", () => {
  expect(
    findingsIn(styles, {
      "web/ui/base.css": "a { color: red }\n.row { display: flex }",
      "web/ui/layout.module.css": ".row { display: flex }\n.left { float: left }\n/* .not-one */",
      "web/club/club.module.css":
        '@value row, gap from "../ui/layout.module.css";\n.card .row { margin: 0.5em }',
      "web/club/card.tsx":
        'import * as clubCss from "./club.module.css";\nconst card = <p className={clubCss.card}><b className="row" />{clubCss.title}</p>;',
    }),
  ).toEqual([
    "web/club/card.tsx:2 web/club/club.module.css has no title",
    "web/club/club.module.css:1 web/ui/layout.module.css has no gap",
    "web/ui/layout.module.css:2 left is not used",
    "web/club/club.module.css:1 does not use gap",
    "web/ui/base.css:2 has the global class row",
    "web/club/card.tsx:2 names a class as text: belongs in a *.module.css",
  ]);
});
