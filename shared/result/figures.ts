/** What a file says of each server in numbers, with units and intervals: what is put into other tools' formats. */
import type { Result } from './format.ts'
import type { Counts } from './instructions.ts'
import { sixDigits } from './statistics.ts'
import type { Median } from './summary-format.ts'

/** One figure that a kind of file has of each server. */
export interface FigureKind {
  /** Unit included, as a column or a measure is called: `latency_p99_ms`. */
  key: string
  /** In words: `p99 latency`. */
  title: string
  unit: string
  better: 'bigger' | 'smaller'
}

/** To six digits. `low` and `high` are a 95% interval; null where there is none. */
export interface Figure {
  value: number
  low: number | null
  high: number | null
}

export interface ServerFigures {
  /** Folder. */
  server: string
  displayName: string
  /** Of the package that the manifest names; null for a bare runtime. */
  version: string | null
  /** With its version: `node 24.21.0`. */
  runtime: string
  /** In the order of the kinds; null where the server has no such figure. Empty where it was refused. */
  figures: readonly (Figure | null)[]
  /** What is held against them, by the names of METHODOLOGY. */
  verdicts: readonly string[]
  /** Why it has no figure, in one line. */
  refusal: string | null
}

export interface FigureTable {
  scenario: string
  startedAt: string
  kinds: readonly FigureKind[]
  servers: readonly ServerFigures[]
}

const CPU_TIME: FigureKind = {
  key: 'cpu_us_per_request',
  title: 'CPU time of a request',
  unit: 'µs',
  better: 'smaller',
}

/** Of the run's first load. */
export function figuresOfResult({ scenario, startedAt, baseline, servers }: Result): FigureTable {
  return {
    scenario,
    startedAt,
    kinds: [
      { key: 'ratio_to_baseline', title: `requests/s over ${baseline}`, unit: 'x', better: 'bigger' },
      { key: 'requests_per_second', title: 'requests/s', unit: 'requests/s', better: 'bigger' },
      { key: 'latency_p99_ms', title: 'p99 latency under full load', unit: 'ms', better: 'smaller' },
      CPU_TIME,
      { key: 'peak_memory_bytes', title: 'peak memory', unit: 'bytes', better: 'smaller' },
    ],
    servers: servers.map(({ name, displayName, version, runtime, runtimeVersion, summary, refusal }) => ({
      server: name,
      displayName,
      version,
      runtime: `${runtime} ${runtimeVersion}`,
      figures: summary
        ? [
            summary.ratioToBaseline && { ...summary.ratioToBaseline, value: summary.ratioToBaseline.ratio },
            ...[summary.requestsPerSecond, summary.latencyP99, summary.cpuPerRequest, summary.peakMemory].map(ofMedian),
          ].map((figure) => figure && figureOf(figure))
        : [],
      verdicts: summary?.verdicts.map(({ kind }) => kind) ?? [],
      refusal: refusal && `${refusal.phase}: ${refusal.reason}`.replaceAll(/\s+/g, ' '),
    })),
  }
}

export function figuresOfCounts({ scenario, startedAt, servers }: Counts): FigureTable {
  return {
    scenario,
    startedAt,
    kinds: [
      { key: 'instructions_per_request', title: 'instructions a request', unit: 'instructions', better: 'smaller' },
    ],
    servers: servers.map(({ name, displayName, version, runtime, runtimeVersion, summary, refusal }) => ({
      server: name,
      displayName,
      version,
      runtime: `${runtime} ${runtimeVersion}`,
      figures: summary ? [figureOf({ ...summary, value: summary.javascript })] : [],
      verdicts: summary && !summary.settled ? ['not settled'] : [],
      refusal,
    })),
  }
}

function ofMedian({ median, low, high }: Median): Figure {
  return { value: median, low, high }
}

function figureOf({ value, low, high }: Figure): Figure {
  return sixDigits({ value, low, high })
}
