/**
 * A probe measures fresh processes that each yield named figures. Its definition here says what the figures are and how they
 * are shown; `bench/probes/<name>/` says how they are measured.
 */
import type { z } from 'zod'
import type { Contents, Measurement, Sample, Subject } from '../format/measurement.ts'
import type { FileKind } from '../format/measurement-file.ts'
import type { Stored } from '../format/stored-files.ts'
import type { Published } from '../results/published.ts'
import { LEAST_PROCESSES } from '../stats/claims.ts'
import type { Estimate } from '../stats/estimate.ts'
import { meanEstimate, medianAndRange, medianEstimate } from '../stats/intervals.ts'
import { medianOf } from '../stats/statistics.ts'
import type { Chart } from './chart.ts'
import { type Column, estimateIn, type Points, type Row } from './column.ts'

export type { Contents } from '../format/measurement.ts'

/** A subject in a table. */
export type SubjectRow = Subject & Pick<Row, 'marks' | 'isUnranked'>

/** A figure of each subject. Without `value`, it is estimated from the samples of the same id. */
export interface Metric extends Omit<Column<SubjectRow, Contents>, 'value'> {
  /** Name in samples. */
  id: string
  value?: Column<SubjectRow, Contents>['value']
  /** Factor from the stored unit to that of the title. */
  scale?: number
  /** Default: the median, with its 95% interval from five processes on. */
  estimate?: 'median' | 'mean' | 'range' | 'first'
  /** Its values are these, best first. */
  categories?: readonly string[]
  /** It is counted by an emulator. */
  counted?: boolean
  /** Least share that `versions` takes for a difference; without one, it does not compare the metric. */
  threshold?: number
}

/** A word behind the name of a subject that it qualifies; notes explain each that occurs. */
interface Caveat {
  word: string
  meaning: string
  applies(subject: Subject, file: Contents): boolean
}

/** One of several tables of a file. */
export interface Table<R extends Row = SubjectRow> {
  heading?: string
  /** Title of the first column; default: the probe's. */
  noun?: string
  /** Best first. */
  rows: readonly R[]
  columns: readonly Column<R, Contents>[]
}

export interface StoredMeasurement extends Stored<Measurement> {
  /** Reasons of its withdrawn servers that were not measured again, by name. */
  withdrawn?: ReadonlyMap<string, string>
}

interface Part {
  part: string
  heading?: string
}

type Publish = 'newest' | 'pooled'

export interface Probe extends FileKind {
  title: string
  /** Summary after the title in the index of pages. */
  sentence: string
  /** Explains how to read the page, as Markdown. */
  about: string
  /** Title of the first column; default: server. */
  noun?: string
  /** What `versions` calls a version with greater figures; default: larger. */
  larger?: 'larger' | 'slower'
  /** It measures time, and so must run alone on the machine. */
  timed?: boolean
  /** Whether a file of a timed probe has figures that an unhealthy machine changes; default: yes. */
  hasTimes?(file: Contents): boolean
  /**
   * `newest`: the most complete file, the newest of several. `pooled`: also subjects of other files with the same protocol, for
   * figures that are the same on every machine. Default: `newest`.
   */
  publish?: Publish | ((file: Contents) => Publish)
  /** Whether pooled files may differ in the number of processes: a figure then says on how many it stands. */
  mixesProcesses?: boolean
  /** Returns why no page shows a file, to follow its name; null if one may. */
  whyUnpublished?(file: Contents): string | null
  /** Distinguishes files that are published side by side, such as with and without a soak. */
  kindOf?(file: Contents): string
  /** The parts of a subject in their order, with the heading of the table of each; without headings, they share one. */
  parts?: readonly Part[] | ((file: Contents) => readonly Part[])
  metrics: readonly Metric[]
  /** Metrics, by id, that order the rows, by the first that both have; default: the first with a direction. */
  order?: readonly string[] | ((file: Contents) => readonly Metric[])
  /** Returns rows best first; default: by part and `order`. */
  rows?(file: Contents): SubjectRow[]
  /** Splits the terminal's and the page's table; data still have all rows in one. */
  // biome-ignore lint/suspicious/noExplicitAny: each table has rows of its own
  tables?(file: Contents): Table<any>[]
  /** Returns Markdown that the page begins with: the finding; default: the title of its first chart. */
  lead?(stored: readonly StoredMeasurement[]): string
  /** Returns the heading of a file's section; default: the scenario's title. */
  heading?(file: Contents): string
  charts?(file: Contents): Chart[]
  caveats?: readonly Caveat[]
  /** Returns notes on the figures, one per line, beside those on caveats. */
  notes?(file: Contents): string[]
  /** Describes date and machine in one line; default: with the CPUs if it is timed. */
  place?(file: Contents): string
  /** Describes the method, by items of one line. */
  conditions?(file: Contents): string[]
  /** Returns what else two files differ in, one line each, for `compare`. */
  differences?(old: Contents, recent: Contents): string[]
  /** Returns contents of regions in README and docs, by name. */
  regions?(
    stored: readonly StoredMeasurement[],
    published: readonly Published[],
  ): Readonly<Record<string, string>>
  /** Returns columns for README's table and the report's, and the rows that have their figures. */
  overview?(file: Contents): Table
}

/** Returns a metric's values of all processes; empty if one of them is unknown or missing. */
export function valuesOf({ samples }: Pick<Subject, 'samples'>, id: string): number[] {
  const values = samples.map((sample) => sample.values[id]).filter((value) => value !== undefined)
  return values.every((value) => typeof value === 'number') ? (values as number[]) : []
}

/** Returns a metric's value of the first process that has it. */
export function firstOf(
  { samples }: Pick<Subject, 'samples'>,
  id: string,
): Sample['values'][string] {
  return samples.find(({ values }) => values[id] != null)?.values[id] ?? null
}

/** Returns the evidence of the first process. */
export function evidenceOf<S extends z.ZodType>(
  { samples: [sample] }: Pick<Subject, 'samples'>,
  schema: S,
): z.output<S> {
  return schema.parse(sample?.evidence)
}

/** Returns whether a file has values of a metric, known or not. */
export const hasValues =
  (id: string) =>
  ({ subjects }: Pick<Contents, 'subjects'>): boolean =>
    subjects.some(({ samples }) => samples.some(({ values }) => values[id] !== undefined))

/** Returns the median of a metric's values; null without values. */
export function medianValue(
  subject: Pick<Subject, 'samples'> | undefined,
  id: string,
): number | null {
  const values = subject ? valuesOf(subject, id) : []
  return values.length > 0 ? medianOf(values) : null
}

/** Estimates a metric of a subject. */
export function estimateOf(
  subject: Pick<Subject, 'samples'>,
  { id, estimate = 'median', scale = 1 }: Pick<Metric, 'id' | 'estimate' | 'scale'>,
): Estimate | Points | number | string | null {
  if (estimate === 'first') {
    const value = firstOf(subject, id)
    return typeof value === 'number' ? value * scale : value
  }
  const values = valuesOf(subject, id).map((value) => value * scale)
  if (values.length === 0) return null
  if (estimate === 'mean') return meanOf(values)
  if (estimate === 'median') return medianEstimate(values)
  return medianAndRange(values)
}

/** Returns the mean of processes with its interval, and their figures where they are too few for a claim. */
export function meanOf(values: readonly number[]): Estimate | Points {
  const mean = meanEstimate(values)
  return values.length < LEAST_PROCESSES ? { ...mean, points: values } : mean
}

/** Returns a metric as a column. */
export function columnOf(metric: Metric): Column<SubjectRow, Contents> {
  const { value = (subject: SubjectRow) => estimateOf(subject, metric), ...column } = metric
  return { ...column, value }
}

/** Sorted subjects by probe and file: charts, tables and findings of a page all ask for them. */
const sorted = new WeakMap<Probe, WeakMap<Contents, SubjectRow[]>>()

/** Returns the subjects that have figures, best first. */
export function rowsOf(probe: Probe, file: Contents): SubjectRow[] {
  const ofProbe = sorted.get(probe) ?? new WeakMap<Contents, SubjectRow[]>()
  const rows = ofProbe.get(file) ?? probe.rows?.(file) ?? inOrder(probe, file)
  sorted.set(probe, ofProbe.set(file, rows))
  return rows
}

function inOrder(probe: Probe, file: Contents): SubjectRow[] {
  const { metrics, order = [] } = probe
  const parts = partsOf(probe, file)
  const ordering =
    typeof order === 'function'
      ? order(file)
      : order.flatMap((id) => metrics.filter((metric) => metric.id === id))
  const [usual] = metrics.filter(({ better }) => better !== undefined)
  const orderedBy = ordering.length > 0 ? ordering : [usual as Metric]
  return rowsWithCaveats(probe, file)
    .map((row) => ({
      row,
      place: parts.findIndex(({ part }) => part === row.part),
      figures: orderedBy.map((metric) => costOf(row, metric, file)),
    }))
    .sort(
      (a, b) =>
        a.place - b.place ||
        compareFirst(a.figures, b.figures) ||
        (a.row.name < b.row.name ? -1 : 1),
    )
    .map(({ row }) => row)
}

/** Returns the figure of a metric, or the place of its category, so that less is better; undefined where it is unknown. */
function costOf(row: SubjectRow, metric: Metric, file: Contents): number | undefined {
  if (metric.categories) {
    const place = metric.categories.indexOf(String(firstOf(row, metric.id)))
    return place < 0 ? undefined : place
  }
  const value = figureOf(row, metric, file)?.value
  return value !== undefined && metric.better === 'higher' ? -value : value
}

/** Compares the first figures that both have and that differ. What has none is last. */
function compareFirst(
  first: readonly (number | undefined)[],
  second: readonly (number | undefined)[],
): number {
  for (const [i, one] of first.entries()) {
    const other = second[i]
    if (one !== undefined && other !== undefined && one !== other) return one - other
  }
  const [hasFirst, hasSecond] = [first, second].map((all) => all.some((one) => one !== undefined))
  return Number(hasSecond) - Number(hasFirst)
}

function partsOf({ parts = [] }: Probe, file: Contents): readonly Part[] {
  return typeof parts === 'function' ? parts(file) : parts
}

/** Returns the tables that a terminal and a page show: those that have rows. */
export function tablesOf(probe: Probe, file: Contents): Table[] {
  const columns = probe.metrics.map(columnOf)
  const rows = rowsOf(probe, file)
  const split = partsOf(probe, file).filter(({ heading }) => heading !== undefined)
  const byPart = split.map(({ part, heading = part }) => ({
    heading,
    rows: rows.filter((row) => row.part === part),
    columns,
  }))
  const tables = probe.tables?.(file) ?? (split.length > 0 ? byPart : [{ rows, columns }])
  return tables.filter((table) => table.rows.length > 0)
}

/** Returns the subjects that have figures, with their caveats. */
export function rowsWithCaveats(
  { caveats = [] }: Pick<Probe, 'caveats'>,
  file: Contents,
): SubjectRow[] {
  const marked = (subject: Subject): SubjectRow => {
    const words = caveats.filter(({ applies }) => applies(subject, file)).map(({ word }) => word)
    return words.length > 0 ? { ...subject, marks: `(${words.join(', ')})` } : subject
  }
  return file.subjects
    .filter(({ disqualified, samples }) => disqualified === null && samples.length > 0)
    .map(marked)
}

/** Returns the figure of a metric, for charts; null where it is unknown or a category. */
export function figureOf(subject: SubjectRow, metric: Metric, file: Contents): Estimate | null {
  return estimateIn(columnOf(metric).value(subject, file))
}
