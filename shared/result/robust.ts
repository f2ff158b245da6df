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

interface Table {
  cells: readonly Cell[]
  weights: number[]
  rows: Map<number, number>
  columns: Map<number, number>
}

export interface FittedTables {
  /** The level of each row, table by table. */
  levels: Map<number, number>[]
  /** What is left of each cell without its row and column, table by table. */
  errors: number[][]
  /** Standard deviation of the errors of cells that are like the others; null where there are no more cells than parameters. */
  scale: number | null
}

/** @param tables each with columns of its own; the scale of the errors is that of all together */
export function fitTables(tables: readonly (readonly Cell[])[]): FittedTables {
  const fitted = tables.map(tableOf)
  for (const weight of [huber, bisquare]) {
    for (let step = 0; step < STEPS; step++) {
      const scale = scaleOf(fitted)
      for (const table of fitted) {
        table.weights = table.cells.map((cell) => weight(Math.abs(errorOf(table, cell)) / scale))
        for (let sweep = 0; sweep < SWEEPS; sweep++) fitOnce(table)
      }
    }
  }
  const scale = scaleOf(fitted)
  return {
    levels: fitted.map(({ rows }) => rows),
    errors: fitted.map((table) => table.cells.map((cell) => errorOf(table, cell))),
    scale: Number.isFinite(scale) ? scale : null,
  }
}

/** Begins with medians: of each row, and of what is left of each column. */
function tableOf(cells: readonly Cell[]): Table {
  const table: Table = { cells, weights: cells.map(() => 1), rows: new Map(), columns: new Map() }
  for (const [row, own] of Map.groupBy(cells, ({ row }) => row)) {
    table.rows.set(row, statistics.median(own.map(({ value }) => value)))
  }
  const hasColumns = table.rows.size > 1
  for (const [column, own] of Map.groupBy(cells, ({ column }) => column)) {
    const left = own.map((cell) => cell.value - (table.rows.get(cell.row) as number))
    table.columns.set(column, hasColumns ? statistics.median(left) : 0)
  }
  return table
}

function fitOnce(table: Table): void {
  if (table.rows.size > 1) {
    setMeans(
      table,
      table.columns,
      ({ column }) => column,
      ({ row }) => table.rows.get(row) as number,
    )
    const mean = statistics.mean([...table.columns.values()])
    for (const [column, value] of table.columns) table.columns.set(column, value - mean)
  }
  setMeans(
    table,
    table.rows,
    ({ row }) => row,
    ({ column }) => table.columns.get(column) as number,
  )
}

/** Weighted means of what the other side leaves. */
function setMeans(
  { cells, weights }: Table,
  means: Map<number, number>,
  key: (cell: Cell) => number,
  other: (cell: Cell) => number,
): void {
  const sums = new Map<number, [sum: number, weight: number]>()
  for (const [i, cell] of cells.entries()) {
    const weight = weights[i] as number
    const sum = sums.get(key(cell)) ?? [0, 0]
    sum[0] += weight * (cell.value - other(cell))
    sum[1] += weight
    sums.set(key(cell), sum)
  }
  for (const [at, [sum, weight]] of sums) means.set(at, sum / weight)
}

function errorOf({ rows, columns }: Table, { row, column, value }: Cell): number {
  return value - (rows.get(row) as number) - (columns.get(column) as number)
}

/** Median absolute error, as a standard deviation, and made greater by what the fit of the parameters took from it. */
function scaleOf(tables: readonly Table[]): number {
  const errors = tables.flatMap((table) => table.cells.map((cell) => Math.abs(errorOf(table, cell))))
  const parameters = tables.reduce(
    (sum, { rows, columns }) => sum + rows.size + (rows.size > 1 ? columns.size - 1 : 0),
    0,
  )
  if (errors.length <= parameters) return Number.POSITIVE_INFINITY
  const scale = (statistics.median(errors) / 0.6745) * Math.sqrt(errors.length / (errors.length - parameters))
  return Math.max(scale, LEAST_SCALE)
}

const huber = (distance: number) => (distance <= HUBER ? 1 : HUBER / distance)
const bisquare = (distance: number) =>
  Math.max(LEAST_WEIGHT / (1 + distance ** 2), distance >= BISQUARE ? 0 : (1 - (distance / BISQUARE) ** 2) ** 2)
