import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { projectRoot } from "../release/run-tool.ts";
import { settingNames } from "./manifests/find-faults.ts";

const read = (file: string): string => readFileSync(join(projectRoot, file), "utf8");
const containerfile = read("deploy/container/Containerfile");
const instruction = (name: string): string =>
  new RegExp(`^${name} ((?:.*\\\\\\n)*.*)$`, "m").exec(containerfile)?.[1] ?? "";
const words = (json: string): string[] => z.array(z.string()).parse(JSON.parse(json));
const environment = new Map(
  instruction("ENV")
    .replaceAll(/\\\n\s*/g, "")
    .split(" ")
    .map((pair) => pair.split("=", 2) as [string, string]),
);
const service = z.object({
  image: z.string(),
  profiles: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }),
});
const compose = z
  .object({ services: z.object({ database: service, marque: service, console: service }) })
  .parse(parse(read("deploy/container/compose.yaml"), { merge: true }));

test("HA30 the image starts by the same command as npm start, with settings that exist", () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read("package.json")));
  const command = [...words(instruction("ENTRYPOINT")), ...words(instruction("CMD"))].join(" ");
  expect(command).toBe(scripts["start"]?.replace("--env-file-if-exists=.env ", ""));
  const settings = settingNames(read(".env.example"));
  const names = [...environment.keys()].filter((name) => !["NODE_ENV", "PATH"].includes(name));
  expect(names.filter((name) => !settings.has(name))).toEqual([]);
});
test("HA31 image, manifests and compose agree on user, port, data folder and health check", () => {
  const manifests = read("deploy/kubernetes/base/public.yaml");
  const [user, group] = instruction("USER").split(":");
  expect(manifests).toContain(
    `runAsUser: ${user}\n        runAsGroup: ${group}\n        fsGroup: ${group}\n`,
  );
  expect(read("deploy/container/build.sh")).toContain(`marque:x:${user}:${group}:`);
  expect(manifests).toContain(`containerPort: ${environment.get("PORT")}\n`);
  expect(instruction("EXPOSE")).toBe(environment.get("PORT"));
  expect(manifests).toContain(`mountPath: ${environment.get("DATA_DIR")}\n`);
  expect(instruction("VOLUME")).toBe(environment.get("DATA_DIR"));
  const health = words(/ CMD (\[.*\])$/.exec(instruction("HEALTHCHECK"))?.[1] ?? "[]");
  expect(existsSync(join(projectRoot, health[1] ?? "no health check"))).toBe(true);
  for (const { healthcheck } of [compose.services.marque, compose.services.console])
    expect(healthcheck.test).toEqual(["CMD", ...health]);
});
test("HA30 the image has every folder that the server imports, and no registry is named", () => {
  const copied = /^cp -a package\.json .* (build contract .*) "\$context\/marque"$/m.exec(
    read("deploy/container/build.sh"),
  );
  expect(copied?.[1]?.split(" ")).toEqual(["build", "contract", "server", "simulator", "demo"]);
  for (const image of [instruction("FROM"), ...Object.values(compose.services).map((one) => one.image)])
    expect(image).not.toContain("/");
});
test("HA32 compose.yaml runs shoppers and operators without rights on a read-only file system, with settings that exist", () => {
  const { marque, console } = compose.services;
  const settings = settingNames(read(".env.example"));
  for (const one of [marque, console]) {
    expect(one).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    expect(Object.keys(one.environment).filter((name) => !settings.has(name))).toEqual([]);
  }
  expect(console).toMatchObject({ profiles: ["console"], environment: { SERVE: "console" } });
  expect(marque.environment["SERVE"]).toBe("${SERVE:-all}");
});
