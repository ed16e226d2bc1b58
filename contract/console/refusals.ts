import { addRefusals } from "../core/errors.ts";
import { consoleRefusals } from "./refusal-terms.ts";

// The terms are looked up by name and by code, on both sides.
addRefusals(consoleRefusals);
