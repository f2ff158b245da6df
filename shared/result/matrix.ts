/** The inverse of a matrix, as much of linear algebra as the statistics need. */

/** Of a symmetric positive definite matrix, by Gauss and Jordan; such a one needs no pivoting. */
export function inverted(matrix: readonly Float64Array[]): Float64Array[] {
  const size = matrix.length
  const rows = matrix.map((row, i) => {
    const wide = new Float64Array(2 * size)
    wide.set(row)
    wide[size + i] = 1
    return wide
  })
  for (const [i, pivotRow] of rows.entries()) {
    const pivot = pivotRow[i] as number
    for (let k = 0; k < 2 * size; k++) pivotRow[k] = (pivotRow[k] as number) / pivot
    for (const row of rows) {
      if (row === pivotRow) continue
      const factor = row[i] as number
      if (factor === 0) continue
      for (let k = i; k < 2 * size; k++) row[k] = (row[k] as number) - factor * (pivotRow[k] as number)
    }
  }
  return rows.map((row) => row.slice(size))
}
