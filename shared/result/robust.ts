/**
 * Levels of rows in two-way tables of which some cells are unlike the others: rows are the trials of a group, columns the
 * turns in which they were loaded, and a cell is a slice.
 *
 * value = row + column + error, fitted by iteratively reweighted least squares: Huber's weights first, then Tukey's
 * bisquare, which leaves far cells out. Columns sum to zero, so that a row's level is what it has in the mean of the turns.
 * Sources: P. J. Huber, "Robust estimation of a location parameter", Annals of Mathematical Statistics 35, 1964;
 * A. E. Beaton, J. W. Tukey, "The fitting of power series", Technometrics 16, 1974 (the bisquare).
 */
import * as statistics from 'simple-statistics'

export interface Cell {
  row: number
  /** Any number that the cells of one turn share. */
  column: number
  value: number
}

/** Both have 95% of the mean's efficiency for normal errors. */
const HUBER = 1.345
const BISQUARE = 4.685
/** Finer than any rate is known: without it equal cells would make every other one an outlier. */
const LEAST_SCALE = 1e-4
/** No row is without any weight, and of far cells the nearer ones have more. */
const LEAST_WEIGHT = 1e-3
const STEPS = 12
/** Between two reweightings rows and columns are fitted in turn. */
const SWEEPS = 4

/** Rows and columns by the order in which they occur. */
interface Table {
  values: Float64Array
  weights: Float64Array
  /** Of each cell. */
  rowAt: Int32Array
  columnAt: Int32Array
  rowKeys: number[]
  rows: Float64Array
  columns: Float64Array
  /** Room for weighted sums and weights of rows or columns. */
  sums: Float64Array
  totals: Float64Array
}

interface FittedTables {
  /** The level of each row, table by table. */
  levels: Map<number, number>[]
  /** Standard deviation of the errors in each table by itself; null where it has no more cells than parameters. */
  scales: (number | null)[]
}

/** @param tables each with columns of its own; the scale of the errors is that of all together */
export function fitTables(tables: readonly (readonly Cell[])[]): FittedTables {
  const fitted = tables.map(tableOf)
  for (const weight of [huber, bisquare]) {
    for (let step = 0; step < STEPS; step++) {
      const scale = scaleOf(fitted)
      for (const table of fitted) {
        const { weights } = table
        for (let i = 0; i < weights.length; i++) weights[i] = weight(Math.abs(errorOf(table, i)) / scale)
        for (let sweep = 0; sweep < SWEEPS; sweep++) fitOnce(table)
      }
    }
  }
  return {
    levels: fitted.map(({ rowKeys, rows }) => new Map(rowKeys.map((key, row) => [key, rows[row] as number]))),
    scales: fitted.map((table) => finiteOrNull(scaleOf([table]))),
  }
}

/** Begins with medians: of each row, and of what is left of each column. */
function tableOf(cells: readonly Cell[]): Table {
  const [rowKeys, rowAt] = numbered(cells.map(({ row }) => row))
  const [columnKeys, columnAt] = numbered(cells.map(({ column }) => column))
  const values = Float64Array.from(cells, ({ value }) => value)
  const medians = (count: number, at: Int32Array, value: (cell: number) => number) => {
    const own: number[][] = Array.from({ length: count }, () => [])
    for (const [i, key] of at.entries()) own[key]?.push(value(i))
    return Float64Array.from(own, (list) => statistics.median(list))
  }
  const rows = medians(rowKeys.length, rowAt, (i) => values[i] as number)
  const columns =
    rowKeys.length > 1
      ? medians(columnKeys.length, columnAt, (i) => (values[i] as number) - (rows[rowAt[i] as number] as number))
      : new Float64Array(columnKeys.length)
  const most = Math.max(rows.length, columns.length)
  return {
    values,
    weights: new Float64Array(values.length).fill(1),
    rowAt,
    columnAt,
    rowKeys,
    rows,
    columns,
    sums: new Float64Array(most),
    totals: new Float64Array(most),
  }
}

/** The keys that occur, in their order, and of each one its place among them. */
function numbered(keys: readonly number[]): [keys: number[], at: Int32Array] {
  const places = new Map<number, number>()
  for (const key of keys) if (!places.has(key)) places.set(key, places.size)
  return [[...places.keys()], Int32Array.from(keys, (key) => places.get(key) as number)]
}

function fitOnce(table: Table): void {
  const { rowAt, columnAt, rows, columns } = table
  if (rows.length > 1) {
    setMeans(table, columns, columnAt, rows, rowAt)
    const mean = statistics.mean([...columns])
    for (let i = 0; i < columns.length; i++) columns[i] = (columns[i] as number) - mean
  }
  setMeans(table, rows, rowAt, columns, columnAt)
}

/** Weighted means of what the other side leaves. */
function setMeans(
  { values, weights, sums, totals }: Table,
  means: Float64Array,
  at: Int32Array,
  others: Float64Array,
  otherAt: Int32Array,
): void {
  sums.fill(0)
  totals.fill(0)
  for (let i = 0; i < values.length; i++) {
    const [key, weight] = [at[i] as number, weights[i] as number]
    sums[key] = (sums[key] as number) + weight * ((values[i] as number) - (others[otherAt[i] as number] as number))
    totals[key] = (totals[key] as number) + weight
  }
  for (let key = 0; key < means.length; key++) means[key] = (sums[key] as number) / (totals[key] as number)
}

/** Of the cell at that place. */
function errorOf({ values, rowAt, columnAt, rows, columns }: Table, i: number): number {
  return (values[i] as number) - (rows[rowAt[i] as number] as number) - (columns[columnAt[i] as number] as number)
}

/** Median absolute error, as a standard deviation, and made greater by what the fit of the parameters took from it. */
function scaleOf(tables: readonly Table[]): number {
  const errors = tables.flatMap((table) => Array.from(table.values, (_, i) => Math.abs(errorOf(table, i))))
  const parameters = tables.reduce(
    (sum, { rows, columns }) => sum + rows.length + (rows.length > 1 ? columns.length - 1 : 0),
    0,
  )
  if (errors.length <= parameters) return Number.POSITIVE_INFINITY
  const scale = (statistics.median(errors) / 0.6745) * Math.sqrt(errors.length / (errors.length - parameters))
  return Math.max(scale, LEAST_SCALE)
}

const finiteOrNull = (value: number) => (Number.isFinite(value) ? value : null)

const huber = (distance: number) => (distance <= HUBER ? 1 : HUBER / distance)
const bisquare = (distance: number) =>
  Math.max(LEAST_WEIGHT / (1 + distance ** 2), distance >= BISQUARE ? 0 : (1 - (distance / BISQUARE) ** 2) ** 2)
