import type { ProjectCheck, Finding } from "../project.ts";

export const typeProjects: ProjectCheck = {
  name: "type projects",
  holds: "every folder with TypeScript is type-checked: the root tsconfig.json refers to it",
  run(project) {
    const root = JSON.parse(project.find("tsconfig.json")?.text ?? "{}") as {
      references?: { path: string }[];
    };
    const checked = new Set(
      root.references?.map(({ path }) => path.replace(/^\.\//, "").split("/", 1)[0] ?? ""),
    );
    const folders = new Set(
      project.files.flatMap(({ path }) =>
        /\.tsx?$/.test(path) && path.includes("/") ? [path.split("/", 1)[0] ?? ""] : [],
      ),
    );
    return [...folders]
      .filter((folder) => !checked.has(folder))
      .map((folder): Finding => ({
        path: "tsconfig.json",
        line: 1,
        message: `does not refer to ${folder}/`,
      }));
  },
};
