/** What times calls, and how many of them between two looks at the clock. */
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

/**
 * Inputs are made as many at a time, before the clock starts: few enough to be little beside a young generation, and many
 * enough that the clock's own grain is less than a thousandth of the shortest batch.
 */
export const BATCH = 1_024

/**
 * Batches that are timed at most, and that warm up at most: making an input takes longer than most calls, so that seconds of
 * calls would take minutes.
 */
export const BATCHES = { timed: 200, warmUp: 100 }

const file = findPackageJSON('mitata', import.meta.url)

/** With its version. */
export const TOOL = `mitata ${file ? JSON.parse(readFileSync(file, 'utf8')).version : ''}`.trim()
