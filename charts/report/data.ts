/** Data of the report, made from stored results. The page calculates only ratios of two servers (`pairs.ts`). */

import type { Costs } from '../../shared/stats/cost.ts'
import type { PairTable } from './pairs.ts'

/** A value, the ends of its 95% interval, if known, and marks of caveats. */
export type Figure = [value: number, low: number | null, high: number | null, marks?: string]

export interface ReportData {
  /** All published scenarios. */
  scenarios: ScenarioData[]
  /** Servers of all scenarios, in the order of the first scenario that has them. */
  servers: ListedServer[]
  /** Columns beside the scenarios, by index in `ListedServer.properties`. */
  properties: string[]
  /** CPU time per request against the rate, by scenario. */
  costs: Record<string, Costs>
  /** Descriptions of servers, each once: `ServerData.about`. */
  abouts: About[]
  /** Lists that descriptions share, each once; a row of texts per item. */
  lists: string[][][]
  /** Caveats by kind. */
  caveats: Record<string, { mark: string; meaning: string }>
  /** Pages of probes, with paths from the repository's root. */
  pages: { title: string; path: string }[]
}

/** A framework has a router, or is a layer of its own. Validators and serializers are on a runtime's own server, which alone is `bare`. */
export type Kind = 'framework' | 'validator' | 'serializer' | 'bare'

/** A server, whatever the scenario. */
export interface ListedServer {
  /** Folder. */
  name: string
  displayName: string
  runtime: string
  kind: Kind
  /** Whether it accepts invalid data in any scenario. */
  isUnranked: boolean
  /** Start of the folder's name, which servers of one framework share. */
  family: string
  validator: string
  /** Null where unknown. */
  properties: (Figure | string | null)[]
  /** Violations of invariants. */
  violations: string[]
  /** Pages that have it: indices in `ReportData.pages`. */
  pages: number[]
}

/** A scenario: its pooled runs, and each of them. */
export interface ScenarioData extends Measured {
  name: string
  title: string
  /** A server's work per request, as the end of a sentence. */
  description: string
  /** Whether its only machine failed the health check. */
  isProvisional: boolean
  /** `POST /updateUser`. */
  route: string
  /** Folder of the default reference. */
  baseline: string
  /** Predicts its servers on the reader's machine. */
  quick: QuickWeights
  /** Single runs, the newest first; empty if there is one. */
  runs: RunData[]
}

/** A server's log time in µs: a mean plus weights × the anchors' deviations from their means, with standard deviations. */
interface WeighedServer {
  name: string
  mean: number
  weights: number[]
  deviation: number
  /** Standard deviation of the logarithm of its ratio to the baseline. */
  ratioDeviation: number
}

export interface QuickWeights {
  /** Servers whose log times are needed. */
  anchors: readonly string[]
  servers: WeighedServer[]
}

/** One run, on one machine. */
export interface RunData extends Measured {
  /** Name of its file, without extension. */
  name: string
  /** Date, machine and number of servers. */
  title: string
}

/** Figures of pooled runs or of one. */
export interface Measured {
  /** Paths of the runs from the repository's root, the newest first. */
  files: string[]
  /** `3 runs on 2 machines, from 2026-12-01 to 2026-12-03`. */
  measured: string
  /** Conditions of the runs, one paragraph each. */
  conditions: string[]
  columns: ColumnData[]
  /** Measured servers: the ranked ones, the fastest first, then the others. */
  servers: ServerData[]
  /** Number of servers that claims compare. */
  compared: number
  /** Folders of the fastest of them, and of those that do not differ significantly from it; none if it is unknown. */
  fastest: string[]
  /** Ratios of requests/s, by index in `servers`. */
  pairs: PairTable
  disqualified: { name: string; reason: string }[]
}

/** A column of figures. */
export interface ColumnData {
  key: string
  /** With its unit: `peak, MB`. */
  title: string
  digits: number
  /** Undefined if neither is. */
  better?: 'higher' | 'lower' | undefined
  /** Whether its interval is for a new machine, where all servers change together; bars do not show it. */
  variesByMachine?: boolean
  /** Whether only details show it. */
  isDetail?: boolean
  /** Whether it is a 95% prediction interval of the ratio to the baseline, shown instead of the value. */
  isPrediction?: boolean
}

/** Figures of a server. */
export interface ServerData {
  /** Folder. */
  name: string
  /** Index in `abouts`. */
  about: number
  /** `3` or `3–6`; empty if it is unranked, since it accepts invalid data. */
  ranks: string
  /** By column; null if unknown. */
  figures: (Figure | string | null)[]
  /** Marks of caveats. */
  marks: string
  /** Each with its number of trials, the number of all trials, and the message of the first. */
  caveats: { kind: string; trials: number; of: number; message: string }[]
}

/** Description of a server in a scenario, as measured. */
export interface About {
  displayName: string
  runtime: string
  /** The validator; empty where nothing is validated. */
  validation: string
  /** Empty where nothing is validated, since it describes the validation. */
  description: string
  /** Index in `lists`: name and value of each property. */
  facts: number
  /** Index in `lists`: notes and deviations. */
  remarks: number
  /** Index in `lists`: what was sent where the contract leaves the response open, and the outcome. */
  behaviours: number
  /** `name@version` of its folder's dependencies. */
  packages: string[]
  /** Whether the npm registry has them. */
  inRegistry: boolean
}
