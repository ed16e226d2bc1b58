import type { Finding, ProjectCheck } from "../project.ts";

const DOCUMENT = "docs/security.md";
/** Number of requirements of ASVS 5.0.0 at levels 1 and 2. */
const REQUIREMENTS = 253;
const STATUSES = { yes: "yes", part: "part", no: "no", "–": "not applicable" } as const;
type Status = keyof typeof STATUSES;
/** A row of a table, or a line of numbers with one status: `17.1.1 17.2.1: –, no WebRTC.` */
const ROW = /^(?:\| *)?((?:\d+\.\d+\.\d+[ ]*)+)(?:\||:) *(yes|part|no|–)(?= |,|\|)/;

/** Statuses by the requirement's number, with the line. */
function assessedIn(text: string): { number: string; status: Status; line: number }[] {
  return text.split("\n").flatMap((line, at) => {
    const [, numbers = "", status] = ROW.exec(line) ?? [];
    const each = numbers.split(" ").filter(Boolean);
    return each.map((number) => ({ number, status: status as Status, line: at + 1 }));
  });
}

/** The sentence with the sums, which readers take for the result of the assessment. */
export const assessmentSums: ProjectCheck = {
  name: "assessment",
  holds: "docs/security.md assesses each requirement once, and its sums are those of its tables",
  run(project) {
    const text = project.find(DOCUMENT)?.text;
    if (text === undefined) return [];
    const assessed = assessedIn(text);
    const say = (line: number, message: string): Finding => ({ path: DOCUMENT, line, message });
    const first = new Map<string, number>();
    const repeated = assessed.flatMap(({ number, line }) => {
      const before = first.get(number);
      first.set(number, before ?? line);
      return before === undefined ? [] : [say(line, `assesses ${number} again, after line ${before}`)];
    });
    const sums = (Object.keys(STATUSES) as Status[]).map(
      (status) => `${assessed.filter((one) => one.status === status).length} ${STATUSES[status]}`,
    );
    const sentence = `Of the ${REQUIREMENTS}: ${sums.join(", ")}.`;
    return [
      ...repeated,
      ...(first.size === REQUIREMENTS
        ? []
        : [say(1, `assesses ${first.size} of ${REQUIREMENTS} requirements`)]),
      ...(text.includes(sentence) ? [] : [say(1, `does not say "${sentence}"`)]),
    ];
  },
};
